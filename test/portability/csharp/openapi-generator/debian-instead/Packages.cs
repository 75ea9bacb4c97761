// Stands in for what Debian lacks: Polly, which the client calls only where retries are configured, and a newer Newtonsoft.Json.
namespace Polly
{
    using System;
    using System.Threading.Tasks;

    public enum OutcomeType { Successful, Failure }

    public interface PolicyResult<T> { OutcomeType Outcome { get; } T Result { get; } Exception FinalException { get; } }

    public interface ISyncPolicy<T> { }

    public interface IAsyncPolicy<T> { Task<PolicyResult<T>> ExecuteAndCaptureAsync(Func<Task<T>> act); }
}

namespace Wearable.Client
{
    // Each field of a model has its name, so no strategy is asked for one
    public class CamelCaseNamingStrategy { public bool OverrideSpecifiedNames; }

    public class DefaultContractResolver : Newtonsoft.Json.Serialization.DefaultContractResolver { public CamelCaseNamingStrategy NamingStrategy; }
}
