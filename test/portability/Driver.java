// Tells the story with the client of openapi-generator for Java, whose methods are named by the operations.
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
  private static final ApiClient team = client("TeamApiKey", "API_KEY");
  private static final ApiClient management = client("ManagementKey", "MANAGEMENT_KEY");
  private static final Map<String, JsonNode> saved = new HashMap<>();

  public static void main(String[] args) throws Exception {
    Map<String, Method> methods = apiMethods();
    for (JsonNode step : mapper.readTree(new File("story.json"))) {
      String operation = step.get("operation").asText();
      report(operation, () -> tell(step, methods.get(operation + "WithHttpInfo")));
    }
    for (JsonNode one : mapper.readTree(new File("events.json"))) {
      String model = one.get("model").asText();
      report("event " + model, () -> mapper.treeToValue(one.get("event"), Class.forName("wearable.client.model." + model)));
    }
    // Pools of connections would keep the process
    System.exit(0);
  }

  private interface Act {
    void run() throws Exception;
  }

  private static void report(String name, Act act) {
    try {
      act.run();
      System.out.println("ok " + name);
    } catch (Exception error) {
      System.out.println("failed " + name + " " + String.valueOf(error).replace('\n', ' '));
    }
  }

  private static ApiClient client(String scheme, String key) {
    ApiClient client = new ApiClient(mapper, null).setBasePath(System.getenv("BASE_URL"));
    ((ApiKeyAuth) client.getAuthentication(scheme)).setApiKey(System.getenv(key));
    return client;
  }

  private static Map<String, Method> apiMethods() throws ClassNotFoundException {
    Map<String, Method> methods = new HashMap<>();
    for (String file : new File("client/src/main/java/wearable/client/api").list()) {
      Class<?> api = Class.forName("wearable.client.api." + file.substring(0, file.indexOf('.')));
      for (Method method : api.getMethods()) methods.put(method.getName(), method);
    }
    return methods;
  }

  private static void tell(JsonNode step, Method method) throws Exception {
    boolean isManagement = step.get("operation").asText().equals("listOrganizationTeams");
    Object api = method.getDeclaringClass().getConstructor(ApiClient.class).newInstance(isManagement ? management : team);
    List<Object> arguments = new ArrayList<>();
    for (Parameter parameter : method.getParameters()) arguments.add(argument(step, parameter));
    int status;
    JsonNode body;
    try {
      ResponseEntity<?> answer = (ResponseEntity<?>) method.invoke(api, arguments.toArray());
      status = answer.getStatusCode().value();
      body = mapper.valueToTree(answer.getBody());
    } catch (InvocationTargetException error) {
      if (!(error.getCause() instanceof RestClientResponseException refused)) throw (Exception) error.getCause();
      status = refused.getStatusCode().value();
      body = mapper.readTree(refused.getResponseBodyAsString());
    }
    if (status != step.path("status").asInt(200)) throw new IllegalStateException("status " + status);
    if (body == null || body.isNull()) throw new IllegalStateException("the answer was not read");
    var kept = step.path("save").fields();
    while (kept.hasNext()) {
      var one = kept.next();
      saved.put(one.getKey(), body.get(one.getValue().asText()));
    }
  }

  /** The value of a parameter, by its name on the wire; null when the step has none. */
  private static JsonNode given(JsonNode step, String name) {
    for (String part : List.of("path", "query", "headers", "form")) {
      var fields = step.path(part).fields();
      while (fields.hasNext()) {
        var field = fields.next();
        if (!plain(field.getKey()).equals(plain(name))) continue;
        JsonNode value = field.getValue();
        return value.asText().startsWith("$") ? saved.get(value.asText().substring(1)) : value;
      }
    }
    return null;
  }

  /** The value of a parameter: by its name on the wire, or else the body. */
  private static Object argument(JsonNode step, Parameter parameter) throws Exception {
    JsonNode value = given(step, parameter.getName());
    if (value != null && parameter.getType() == File.class) return file(value);
    if (value == null && parameter.getType().getName().startsWith("wearable.client.model")) value = step.get("body");
    return value == null ? null : mapper.convertValue(value, mapper.constructType(parameter.getParameterizedType()));
  }

  private static File file(JsonNode part) throws Exception {
    Path path = Files.createTempDirectory("driver").resolve(part.get("name").asText());
    return Files.writeString(path, part.get("text").asText()).toFile();
  }

  private static String plain(String name) {
    return name.replaceAll("[-_]", "").toLowerCase();
  }
}
