// Tells the story with the client of openapi-generator for Java: its methods are named by the operations.
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClientResponseException;
import wearable.client.ApiClient;
import wearable.client.auth.ApiKeyAuth;

public class Driver {
  /** Fields that are not set are left out: the service refuses null where a field is not nullable. */
  private static final ObjectMapper mapper =
      ApiClient.createDefaultMapper(null).setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
  private static final Map<String, JsonNode> saved = new HashMap<>();
  private static final Map<String, Method> methods = new HashMap<>();

  public static void main(String[] args) throws Exception {
    try (var files = Files.list(Path.of("client/src/main/java/wearable/client/api"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString().replace(".java", "");
        for (Method method : Class.forName("wearable.client.api." + name).getMethods()) methods.put(method.getName(), method);
      }
    }
    ApiClient team = client("BASE_URL", "TeamApiKey", "API_KEY");
    ApiClient management = client("MANAGEMENT_URL", "ManagementKey", "MANAGEMENT_KEY");
    for (JsonNode step : mapper.readTree(new File("story.json"))) {
      String operation = step.get("operation").asText();
      try {
        tell(operation.equals("listOrganizationTeams") ? management : team, operation, step);
        System.out.println("ok " + operation);
      } catch (Exception error) {
        System.out.println("failed " + operation + " " + String.valueOf(error).replace('\n', ' '));
      }
    }
  }

  private static ApiClient client(String url, String scheme, String key) {
    ApiClient client = new ApiClient(mapper, null);
    client.setBasePath(System.getenv(url));
    ((ApiKeyAuth) client.getAuthentication(scheme)).setApiKey(System.getenv(key));
    return client;
  }

  private static void tell(ApiClient client, String operation, JsonNode step) throws Exception {
    Method method = methods.get(operation + "WithHttpInfo");
    Object api = method.getDeclaringClass().getConstructor(ApiClient.class).newInstance(client);
    List<Object> arguments = new ArrayList<>();
    for (Parameter parameter : method.getParameters()) arguments.add(argument(step, parameter));
    int wanted = step.path("status").asInt(200);
    try {
      ResponseEntity<?> answer = (ResponseEntity<?>) method.invoke(api, arguments.toArray());
      if (answer.getStatusCode().value() != wanted) throw new IllegalStateException("status " + answer.getStatusCode());
      if (answer.getBody() == null) throw new IllegalStateException("the answer was not read");
      JsonNode data = mapper.valueToTree(answer.getBody());
      step.path("save").fields().forEachRemaining(one -> saved.put(one.getKey(), data.get(one.getValue().asText())));
    } catch (InvocationTargetException error) {
      boolean isWanted = error.getCause() instanceof RestClientResponseException refused && refused.getStatusCode().value() == wanted;
      if (!isWanted) throw error.getCause() instanceof Exception cause ? cause : error;
    }
  }

  /** The value of a parameter: by its name on the wire, or else the body. */
  private static Object argument(JsonNode step, Parameter parameter) throws Exception {
    for (String part : List.of("path", "query", "headers", "form")) {
      var fields = step.path(part).fields();
      while (fields.hasNext()) {
        var field = fields.next();
        if (!plain(field.getKey()).equals(plain(parameter.getName()))) continue;
        JsonNode value = field.getValue();
        if (part.equals("form")) return file(value);
        return read(value.asText().startsWith("$") ? saved.get(value.asText().substring(1)) : value, parameter);
      }
    }
    boolean isBody = plain(parameter.getName()).equals("requestbody") || parameter.getType().getPackageName().endsWith("model");
    return isBody && step.has("body") ? read(step.get("body"), parameter) : null;
  }

  private static Object read(JsonNode value, Parameter parameter) {
    return mapper.convertValue(value, mapper.constructType(parameter.getParameterizedType()));
  }

  private static File file(JsonNode part) throws Exception {
    Path path = Files.createTempDirectory("driver").resolve(part.get("name").asText());
    Files.writeString(path, part.get("text").asText());
    return path.toFile();
  }

  private static String plain(String name) {
    return name.replaceAll("[-_]", "").toLowerCase();
  }
}
