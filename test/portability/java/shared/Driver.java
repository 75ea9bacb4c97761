// Tells the story with a generated client: `Call.java` of the generator's folder makes each call by the operation's name.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Driver {
  /** What a call brought: a status, and the answer as the client read it. */
  public record Answer(int status, JsonNode body) {}

  private static final Map<String, JsonNode> saved = new HashMap<>();

  public static void main(String[] args) throws Exception {
    for (JsonNode step : new ObjectMapper().readTree(new File("story.json"))) {
      String operation = step.get("operation").asText();
      report(operation, () -> {
        Answer answer = Call.call(operation, step);
        if (answer.status() != step.path("status").asInt(200)) throw new IllegalStateException("status " + answer.status());
        if (answer.body() == null || answer.body().isNull()) throw new IllegalStateException("the answer was not read");
        step.path("save").fields().forEachRemaining(one -> saved.put(one.getKey(), answer.body().get(one.getValue().asText())));
      });
    }
    for (JsonNode one : new ObjectMapper().readTree(new File("events.json"))) {
      Class<?> model = modelNamed(one.get("model").asText());
      // Without models of events a client has none to read
      if (model != null) report("event " + model.getSimpleName(), () -> Call.read(one.get("event"), model));
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

  /** The class of a model; null when the client has none of this name. */
  private static Class<?> modelNamed(String name) {
    try {
      return Class.forName(Call.models + name);
    } catch (ClassNotFoundException error) {
      return null;
    }
  }

  static boolean isManagement(String operation) {
    return operation.equals("listOrganizationTeams");
  }

  /** The methods of a package's classes whose name ends in `Api`, by their names. */
  static Map<String, Method> methodsOf(String folder, String packageName) {
    Map<String, Method> methods = new HashMap<>();
    for (String file : new File(folder).list()) {
      try {
        String name = file.substring(0, file.indexOf('.'));
        for (Method method : Class.forName(packageName + "." + name).getMethods()) methods.put(method.getName(), method);
      } catch (ClassNotFoundException error) {
        throw new IllegalStateException(error);
      }
    }
    return methods;
  }

  /** The value of a parameter, by its name on the wire; null when the step has none. */
  static JsonNode given(JsonNode step, String name) {
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
  static Object argument(ObjectMapper mapper, JsonNode step, Parameter parameter) throws Exception {
    JsonNode value = given(step, parameter.getName());
    if (value != null && parameter.getType() == File.class) return file(value);
    boolean isBody = plain(parameter.getName()).equals("requestbody") || parameter.getType().getName().contains("client.model");
    if (value == null && isBody && step.has("body")) value = step.get("body");
    return value == null ? null : mapper.convertValue(value, mapper.constructType(parameter.getParameterizedType()));
  }

  static File file(JsonNode part) throws Exception {
    Path path = Files.createTempDirectory("driver").resolve(part.get("name").asText());
    Files.writeString(path, part.get("text").asText());
    return path.toFile();
  }

  private static String plain(String name) {
    return name.replaceAll("[-_]", "").toLowerCase();
  }
}
