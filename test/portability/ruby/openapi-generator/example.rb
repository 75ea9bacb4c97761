# A user, an error, an open enum, pages, an upload and an event, with the client of openapi-generator for Ruby.
require "json"
require "mime/types" # Typhoeus derives the content type of a file with it
require "openssl"
require "tmpdir"
require "uri"
require "wearable_client"

# Authentication: the team's key in its own header
address = URI(ENV.fetch("BASE_URL"))
configuration = WearableClient::Configuration.new
configuration.scheme = address.scheme
configuration.host = "#{address.host}:#{address.port}"
configuration.server_index = nil # else the client calls the server that the contract names
configuration.api_key["x-service-api-key"] = ENV.fetch("API_KEY")
client = WearableClient::ApiClient.new(configuration)

# Errors: read the body of a refusal into the model that its status has
begin
  WearableClient::UsersApi.new(client).create_user(WearableClient::CreateUserRequest.new(client_user_id: "demo-runner-01"))
rescue WearableClient::ApiError => refused
  raise if refused.code != 400
  taken = WearableClient::ClientUserIdConflict.build_from_hash(JSON.parse(refused.response_body))
  puts "taken by #{taken.user_id}"
end

# Open enums: their values are plain texts, so an unknown one raises nothing
user = WearableClient::UsersApi.new(client).resolve_user("demo-runner-01")
WearableClient::ConnectionsApi.new(client).list_user_connections(user.user_id).providers.each do |connection|
  puts "#{connection.slug} #{connection.status == "connected" ? "is healthy" : "needs attention"}"
end

# Pages: ask for the next one until the last
page = 0
loop do
  page += 1
  markers = WearableClient::LabTestsApi.new(client).list_markers(page: page)
  puts "markers #{markers.markers.length}"
  break if page >= (markers.pages || 1)
end

# Uploads: the type of the file comes from its name
Dir.mktmpdir do |folder|
  report = File.join(folder, "report.pdf")
  File.write(report, "%PDF-1.7")
  _, status = WearableClient::LabReportsApi.new(client).create_lab_report_parsing_job_with_http_info(File.open(report))
  puts "upload #{status}"
end

def signature_of(secret, id, timestamp, body)
  key = secret.delete_prefix("whsec_").unpack1("m")
  [OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}")].pack("m0")
end

# Whether a delivery is signed as Standard Webhooks says, and not older than five minutes
def signed?(secret, id, timestamp, signatures, body)
  expected = "v1,#{signature_of(secret, id, timestamp, body)}"
  (Time.now.to_i - timestamp.to_i).abs <= 300 &&
    signatures.split.any? { |one| OpenSSL.secure_compare(expected, one) }
end

# Events: verify the bytes as they came, then read them
secret, body, timestamp = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", '{"event_type":"daily.data.sleep.created"}', Time.now.to_i.to_s
signature = "v1,#{signature_of(secret, "evt_1", timestamp, body)}"
raise "The signature is wrong." unless signed?(secret, "evt_1", timestamp, signature, body)
puts "event #{JSON.parse(body)["event_type"]}"
