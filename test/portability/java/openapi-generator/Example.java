// A user, an error, an open enum, pages, an upload and an event, with the client of openapi-generator for Java.
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.web.client.RestClientResponseException;
import wearable.client.ApiClient;
import wearable.client.api.ConnectionsApi;
import wearable.client.api.LabReportsApi;
import wearable.client.api.LabTestsApi;
import wearable.client.api.UsersApi;
import wearable.client.auth.ApiKeyAuth;
import wearable.client.model.ClientUserIdConflict;
import wearable.client.model.CreateUserRequest;
import wearable.client.model.MarkerPage;
import wearable.client.model.UserConnection;

public class Example {
  public static void main(String[] args) throws Exception {
    // Fields that are not set are left out: the service refuses null where a field is not nullable
    ObjectMapper mapper = ApiClient.createDefaultMapper(null).setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
    ApiClient client = new ApiClient(mapper, null).setBasePath(System.getenv("BASE_URL"));
    // Authentication: the team's key in its own header
    ((ApiKeyAuth) client.getAuthentication("TeamApiKey")).setApiKey(System.getenv("API_KEY"));

    // Errors: the body of a refusal is read as the model that its status has
    try {
      new UsersApi(client).createUser(new CreateUserRequest().clientUserId("demo-runner-01"));
    } catch (RestClientResponseException refused) {
      ClientUserIdConflict taken = mapper.readValue(refused.getResponseBodyAsString(), ClientUserIdConflict.class);
      System.out.println("taken by " + taken.getUserId());
    }

    // Open enums: their values are plain texts, so an unknown one throws nothing
    var user = new UsersApi(client).resolveUser("demo-runner-01");
    for (UserConnection connection : new ConnectionsApi(client).listUserConnections(user.getUserId()).getProviders()) {
      System.out.println(connection.getSlug() + " is healthy: " + "connected".equals(connection.getStatus()));
    }

    // Pages: ask for the next one until the last
    int page = 1;
    MarkerPage markers;
    do {
      markers = new LabTestsApi(client).listMarkers(null, null, page, null);
      System.out.println("markers " + markers.getMarkers().size());
    } while (markers.getPages() != null && page++ < markers.getPages());

    // Uploads: the type of the file comes from its name
    Path report = Files.writeString(Files.createTempDirectory("example").resolve("report.pdf"), "%PDF-1.7");
    var job = new LabReportsApi(client).createLabReportParsingJobWithHttpInfo(report.toFile(), null);
    System.out.println("upload " + job.getStatusCode());

    // Events: verify the bytes as they came, then read them
    byte[] body = "{\"event_type\":\"daily.data.sleep.created\"}".getBytes(StandardCharsets.UTF_8);
    String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    String timestamp = String.valueOf(Instant.now().getEpochSecond());
    String signature = "v1," + signatureOf(secret, "evt_1", timestamp, body);
    System.out.println("event verified: " + isSigned(secret, "evt_1", timestamp, signature, body));
  }

  /** Whether a delivery is signed as Standard Webhooks says, and not older than five minutes. */
  static boolean isSigned(String secret, String id, String timestamp, String signatures, byte[] body) throws Exception {
    Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), Instant.now()).abs();
    if (age.compareTo(Duration.ofMinutes(5)) > 0) return false;
    byte[] expected = signatureOf(secret, id, timestamp, body).getBytes(StandardCharsets.UTF_8);
    for (String one : signatures.split(" ")) {
      boolean isFirstVersion = one.startsWith("v1,");
      if (isFirstVersion && MessageDigest.isEqual(expected, one.substring(3).getBytes(StandardCharsets.UTF_8))) return true;
    }
    return false;
  }

  static String signatureOf(String secret, String id, String timestamp, byte[] body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(mac.doFinal(body));
  }
}
