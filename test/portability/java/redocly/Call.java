// Makes a call with the Java client of Redocly's generate-client: its methods are named by the operations.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import wearablehealthdatauserlinkingandlaborderingapi.Client;

class Call {
  /** Where the models are. */
  static final String models = "wearablehealthdatauserlinkingandlaborderingapi.Client$";
  static final ObjectMapper mapper = new ObjectMapper();
  private static final Client team = client("BASE_URL", "TeamApiKey", "API_KEY");
  private static final Client management = client("MANAGEMENT_URL", "ManagementKey", "MANAGEMENT_KEY");

  private static Client client(String url, String scheme, String key) {
    Client.Auth auth = new Client.Auth().apiKey(scheme, () -> System.getenv(key));
    return new Client(new Client.Config().serverUrl(System.getenv(url)).auth(auth));
  }

  static Driver.Answer call(String operation, JsonNode step) throws Exception {
    Client api = Driver.isManagement(operation) ? management : team;
    for (Method method : Client.class.getMethods()) {
      if (!method.getName().equals(operation)) continue;
      List<Object> arguments = new ArrayList<>();
      for (Parameter parameter : method.getParameters()) arguments.add(argument(step, parameter));
      try {
        return new Driver.Answer(200, json(method.invoke(api, arguments.toArray())));
      } catch (InvocationTargetException error) {
        if (error.getCause() instanceof Client.ApiException refused) return new Driver.Answer(refused.status, mapper.valueToTree(refused.body));
        throw error.getCause() instanceof Exception cause ? cause : error;
      }
    }
    throw new NoSuchMethodException(operation);
  }

  private static Object argument(JsonNode step, Parameter parameter) throws Exception {
    Class<?> type = parameter.getType();
    if (type.getSimpleName().endsWith("Params")) return params(step, type);
    JsonNode value = Driver.given(step, parameter.getName());
    if (value != null) return mapper.convertValue(value, mapper.constructType(parameter.getParameterizedType()));
    if (!step.has("form")) return body(step.get("body"), type);
    // A file is a `String` in its types, without a name
    ObjectNode parts = mapper.createObjectNode();
    step.get("form").fields().forEachRemaining(part -> parts.put(part.getKey(), part.getValue().get("text").asText()));
    return body(parts, type);
  }

  private static Object body(JsonNode value, Class<?> type) throws Exception {
    Object fields = mapper.convertValue(value, Object.class);
    return type == Map.class ? fields : type.getMethod("fromJson", Object.class).invoke(null, fields);
  }

  private static Object params(JsonNode step, Class<?> type) throws Exception {
    Object params = type.getConstructor().newInstance();
    for (Method set : type.getMethods()) {
      JsonNode value = set.getParameterCount() == 1 ? Driver.given(step, set.getName()) : null;
      if (value != null) set.invoke(params, (Object) mapper.convertValue(value, mapper.constructType(set.getGenericParameterTypes()[0])));
    }
    return params;
  }

  /** Its records write themselves. */
  private static JsonNode json(Object answer) throws Exception {
    if (answer instanceof List<?> items) {
      var all = mapper.createArrayNode();
      for (Object item : items) all.add(json(item));
      return all;
    }
    boolean isRecord = answer instanceof Record;
    return mapper.valueToTree(isRecord ? answer.getClass().getMethod("toJson").invoke(answer) : answer);
  }

  static Object read(JsonNode event, Class<?> model) throws Exception {
    return body(event, model);
  }
}
