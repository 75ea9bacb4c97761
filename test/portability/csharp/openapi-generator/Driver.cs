// Tells the story with the client of openapi-generator for C#: its methods are named by the operations.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Wearable.Client.Client;

static class Driver
{
    static readonly Dictionary<string, JToken> saved = new Dictionary<string, JToken>();
    static readonly Type[] types = typeof(Configuration).Assembly.GetTypes();
    /** The constructors of its models without parameters are not public. */
    static readonly JsonSerializer serializer = JsonSerializer.Create(
        new JsonSerializerSettings { ConstructorHandling = ConstructorHandling.AllowNonPublicDefaultConstructor });

    static void Main()
    {
        foreach (JToken step in JArray.Parse(File.ReadAllText("story.json")))
            Report((string)step["operation"], () => Tell(step));
        foreach (JToken one in JArray.Parse(File.ReadAllText("events.json")))
        {
            Type model = types.First(type => type.FullName == "Wearable.Client.Model." + one["model"]);
            Report("event " + one["model"], () => one["event"].ToObject(model, serializer));
        }
    }

    static void Report(string name, Action act)
    {
        try
        {
            act();
            Console.WriteLine("ok " + name);
        }
        catch (Exception error)
        {
            Console.WriteLine("failed " + name + " " + (error.InnerException ?? error).ToString().Replace('\n', ' '));
        }
    }

    static void Tell(JToken step)
    {
        MethodInfo method = types.Where(type => type.IsClass && type.Name.EndsWith("Api"))
            .SelectMany(type => type.GetMethods())
            .First(one => one.Name.ToLower() == (string)((string)step["operation"]).ToLower() + "withhttpinfo");
        bool isManagement = (string)step["operation"] == "listOrganizationTeams";
        var configuration = new Configuration
        {
            BasePath = Environment.GetEnvironmentVariable(isManagement ? "MANAGEMENT_URL" : "BASE_URL"),
            // An operation with a host of its own would be called there, whatever the address of the client
            OperationServers = new Dictionary<string, List<IReadOnlyDictionary<string, object>>>()
        };
        configuration.AddApiKey("x-service-api-key", Environment.GetEnvironmentVariable("API_KEY"));
        configuration.AddApiKey("X-Management-Key", Environment.GetEnvironmentVariable("MANAGEMENT_KEY"));
        object api = Activator.CreateInstance(method.DeclaringType, configuration);
        int status;
        JToken answer;
        try
        {
            var called = (IApiResponse)method.Invoke(api, method.GetParameters().Select(one => Argument(step, one)).ToArray());
            status = (int)called.StatusCode;
            answer = called.Content == null ? null : JToken.FromObject(called.Content, serializer);
        }
        catch (TargetInvocationException error) when (error.InnerException is ApiException)
        {
            var refused = (ApiException)error.InnerException;
            status = refused.ErrorCode;
            answer = JToken.Parse((string)refused.ErrorContent);
        }
        if (status != ((int?)step["status"] ?? 200) || answer == null)
            throw new Exception("The status is " + status + ", and the answer is " + answer + ".");
        foreach (JProperty one in step["save"] ?? new JObject()) saved[one.Name] = answer[(string)one.Value];
    }

    /** The value of a parameter: by its name on the wire, or else the body. */
    static object Argument(JToken step, ParameterInfo parameter)
    {
        Type type = Nullable.GetUnderlyingType(parameter.ParameterType) ?? parameter.ParameterType;
        JToken value = Given(step, parameter.Name) ?? (type.Namespace == "Wearable.Client.Model" ? step["body"] : null);
        if (value == null) return null;
        if (type != typeof(FileParameter)) return value.ToObject(type, serializer);
        var content = new MemoryStream(Encoding.UTF8.GetBytes((string)value["text"]));
        return new FileParameter((string)value["name"], (string)value["type"], content);
    }

    static JToken Given(JToken step, string name)
    {
        foreach (string part in new[] { "path", "query", "headers", "form" })
        foreach (JProperty one in step[part] ?? new JObject())
        {
            if (Plain(one.Name) != Plain(name)) continue;
            bool isSaved = one.Value.Type == JTokenType.String && ((string)one.Value).StartsWith("$");
            return isSaved ? saved[((string)one.Value).Substring(1)] : one.Value;
        }
        return null;
    }

    static string Plain(string name) { return name.Replace("_", "").Replace("-", "").ToLower(); }
}
