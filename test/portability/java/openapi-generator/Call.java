// Makes a call with the client of openapi-generator for Java: its methods are named by the operations.
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClientResponseException;
import wearable.client.ApiClient;
import wearable.client.auth.ApiKeyAuth;

class Call {
  /** Where the models are. */
  static final String models = "wearable.client.model.";
  /** Fields that are not set are left out: the service refuses null where a field is not nullable. */
  static final ObjectMapper mapper =
      ApiClient.createDefaultMapper(null).setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
  private static final Map<String, Method> methods =
      Driver.methodsOf("client/src/main/java/wearable/client/api", "wearable.client.api");
  private static final ApiClient team = client("BASE_URL", "TeamApiKey", "API_KEY");
  private static final ApiClient management = client("MANAGEMENT_URL", "ManagementKey", "MANAGEMENT_KEY");

  private static ApiClient client(String url, String scheme, String key) {
    ApiClient client = new ApiClient(mapper, null);
    client.setBasePath(System.getenv(url));
    ((ApiKeyAuth) client.getAuthentication(scheme)).setApiKey(System.getenv(key));
    return client;
  }

  static Driver.Answer call(String operation, JsonNode step) throws Exception {
    Method method = methods.get(operation + "WithHttpInfo");
    Object api = method.getDeclaringClass().getConstructor(ApiClient.class)
        .newInstance(Driver.isManagement(operation) ? management : team);
    List<Object> arguments = new ArrayList<>();
    for (Parameter parameter : method.getParameters()) arguments.add(Driver.argument(mapper, step, parameter));
    try {
      ResponseEntity<?> answer = (ResponseEntity<?>) method.invoke(api, arguments.toArray());
      return new Driver.Answer(answer.getStatusCode().value(), mapper.valueToTree(answer.getBody()));
    } catch (InvocationTargetException error) {
      if (error.getCause() instanceof RestClientResponseException refused) {
        return new Driver.Answer(refused.getStatusCode().value(), mapper.readTree(refused.getResponseBodyAsString()));
      }
      throw error.getCause() instanceof Exception cause ? cause : error;
    }
  }

  static Object read(JsonNode event, Class<?> model) throws Exception {
    return mapper.treeToValue(event, model);
  }
}
