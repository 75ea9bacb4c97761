// Makes a call with the client of openapi-generator for Kotlin: its methods are named by the operations.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import okhttp3.Call.Factory;
import wearable.client.infrastructure.ApiClient;
import wearable.client.infrastructure.ApiResponse;
import wearable.client.infrastructure.ClientError;
import wearable.client.infrastructure.Serializer;
import wearable.client.infrastructure.Success;

class Call {
  /** Where the models are. */
  static final String models = "wearable.client.models.";
  static final ObjectMapper mapper = Serializer.getJacksonObjectMapper();
  private static final Map<String, Method> methods =
      Driver.methodsOf("client/src/main/kotlin/wearable/client/apis", "wearable.client.apis");

  static {
    ApiClient.Companion.getApiKey().put("x-service-api-key", System.getenv("API_KEY"));
    ApiClient.Companion.getApiKey().put("X-Management-Key", System.getenv("MANAGEMENT_KEY"));
  }

  static Driver.Answer call(String operation, JsonNode step) throws Exception {
    Method method = methods.get(operation + "WithHttpInfo");
    Object api = method.getDeclaringClass().getConstructor(String.class, Factory.class)
        .newInstance(System.getenv(Driver.isManagement(operation) ? "MANAGEMENT_URL" : "BASE_URL"), ApiClient.getDefaultClient());
    List<Object> arguments = new ArrayList<>();
    for (Parameter parameter : method.getParameters()) arguments.add(argument(step, parameter));
    try {
      ApiResponse<?> answer = (ApiResponse<?>) method.invoke(api, arguments.toArray());
      Object body = answer instanceof Success<?> success ? success.getData() : ((ClientError<?>) answer).getBody();
      return new Driver.Answer(answer.getStatusCode(), mapper.valueToTree(body));
    } catch (InvocationTargetException error) {
      throw error.getCause() instanceof Exception cause ? cause : error;
    }
  }

  /** A part that is not set would be sent as an empty one. */
  private static Object argument(JsonNode step, Parameter parameter) throws Exception {
    boolean isUnsetPart = step.has("form") && parameter.getType() == Boolean.class;
    return isUnsetPart ? Boolean.FALSE : Driver.argument(mapper, step, parameter);
  }

  static Object read(JsonNode event, Class<?> model) throws Exception {
    return mapper.treeToValue(event, model);
  }
}
