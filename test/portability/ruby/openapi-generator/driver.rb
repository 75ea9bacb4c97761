# Tells the story with the client of openapi-generator for Ruby: its methods are named by the operations.
require "json"
require "mime/types" # Typhoeus derives the content type of a file with it
require "tmpdir"
require "uri"
require "wearable_client"

APIS = WearableClient.constants.select { |name| name.end_with?("Api") }.map { |name| WearableClient.const_get(name) }

def client(url, header, key)
  configuration = WearableClient::Configuration.new
  # An operation with servers of its own would else be called there
  configuration.ignore_operation_servers = true
  address = URI(url)
  configuration.scheme = address.scheme
  configuration.host = "#{address.host}:#{address.port}"
  configuration.server_index = nil
  configuration.api_key[header] = key
  WearableClient::ApiClient.new(configuration)
end

TEAM = client(ENV.fetch("BASE_URL"), "x-service-api-key", ENV.fetch("API_KEY"))
MANAGEMENT = client(ENV.fetch("MANAGEMENT_URL"), "X-Management-Key", ENV.fetch("MANAGEMENT_KEY"))

def snake(name) = name.gsub(/(?<=[a-z])(?=[A-Z])/, "_").tr("-", "_").downcase

def model(name)
  WearableClient.const_get(name.to_s.split("_").map(&:capitalize).join)
end

def file(part)
  path = File.join(Dir.mktmpdir, part["name"])
  File.write(path, part["text"])
  File.open(path)
end

def call(step, saved)
  operation = step["operation"]
  owner = APIS.find { |one| one.method_defined?(snake(operation)) }
  api = owner.new(operation == "listOrganizationTeams" ? MANAGEMENT : TEAM)
  given = [step["path"], step["query"], step["headers"]].compact.reduce({}, :merge)
    .to_h { |key, value| [snake(key).to_sym, value.to_s.start_with?("$") ? saved[value[1..]] : value] }
  step.fetch("form", {}).each { |key, part| given[key.to_sym] = file(part) }
  arguments = api.method(snake(operation)).parameters.filter_map do |kind, name|
    next if kind != :req
    given.delete(name) || model(name).build_from_hash(step["body"])
  end
  # A body that may be left out is an option, by the name of its model
  optional = :"#{snake(operation)}_request"
  is_optional = arguments.empty? && WearableClient.const_defined?(optional.to_s.split("_").map(&:capitalize).join)
  given[optional] = model(optional).build_from_hash(step["body"]) if step.key?("body") && is_optional
  answer, status = api.public_send("#{snake(operation)}_with_http_info", *arguments, given)
  [status, answer]
rescue WearableClient::ApiError => error
  raise if error.code.nil? || error.code.zero?
  [error.code, JSON.parse(error.response_body)]
end

def report(name)
  yield
  puts "ok #{name}"
rescue StandardError => error
  puts "failed #{name} #{error.message.tr("\n", " ")}"
end

$stdout.sync = true
saved = {}
JSON.parse(File.read("story.json")).each do |step|
  report(step["operation"]) do
    status, answer = call(step, saved)
    raise "The status is #{status}." if status != step.fetch("status", 200) || answer.nil?
    step.fetch("save", {}).each { |name, field| saved[name] = answer.public_send(field) }
  end
end
JSON.parse(File.read("events.json"), symbolize_names: true).each do |one|
  report("event #{one[:model]}") { WearableClient.const_get(one[:model]).build_from_hash(one[:event]) }
end
