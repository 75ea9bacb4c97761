// Counts what a sandbox does, and writes it for Prometheus. Labels are operations, statuses and results: nothing that callers make up.
import { performance as eventLoop } from "node:perf_hooks";
import { machineNow } from "../world/clock.ts";
import type { StoreFigures } from "../world/store.ts";

/** How a delivery's attempt ended: taken, to be tried again, or given up. */
export type DeliveryResult = "delivered" | "failed" | "parked";

/** The upper bounds of the histogram, in seconds: a read takes less than the first, a call that a fault delays more than most. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Calls {
  readonly byStatus: Map<number, number>;
  /** How many ended within each bound and no lower one; the last are those beyond all. */
  readonly buckets: number[];
  seconds: number;
}

/** The counters of one sandbox, in this process. */
export class Meter {
  readonly #calls = new Map<string, Calls>();
  readonly #deliveries: Record<DeliveryResult, number> = { delivered: 0, failed: 0, parked: 0 };

  /** Counts a call that was answered. On the path of every call: it allocates nothing once the operation was called. */
  call(operation: string, status: number, ms: number): void {
    let calls = this.#calls.get(operation);
    if (calls === undefined) {
      calls = { byStatus: new Map(), buckets: new Array(bounds.length + 1).fill(0), seconds: 0 };
      this.#calls.set(operation, calls);
    }
    const seconds = ms / 1000;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
    calls.buckets[bucket] = (calls.buckets[bucket] ?? 0) + 1;
    calls.byStatus.set(status, (calls.byStatus.get(status) ?? 0) + 1);
    calls.seconds += seconds;
  }

  delivery(result: DeliveryResult): void {
    this.#deliveries[result] += 1;
  }

  /**
   * Writes all metrics.
   *
   * @param figures What is in the store; undefined while it cannot be asked.
   */
  text(figures: StoreFigures | undefined): string {
    return [...this.#metrics(), ...metricsOfStore(figures), ...metricsOfProcess()].map(written).join("");
  }

  #metrics(): Metric[] {
    const calls = [...this.#calls].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      {
        name: "sandbox_requests_total",
        type: "counter",
        help: "Calls answered, by operation and status; other is a page or an unknown path.",
        samples: calls.flatMap(([operation, { byStatus }]) =>
          Array.from(byStatus, ([status, n]) => sample(n, { operation, status: String(status) })),
        ),
      },
      {
        name: "sandbox_request_duration_seconds",
        type: "histogram",
        help: "From the head of a request to the end of its answer.",
        samples: calls.flatMap(([operation, { buckets, seconds }]) => {
          let n = 0;
          const cumulative = buckets.map((count, at) => {
            n += count;
            return sample(n, { operation, le: String(bounds[at] ?? "+Inf") }, "_bucket");
          });
          return [...cumulative, sample(seconds, { operation }, "_sum"), sample(n, { operation }, "_count")];
        }),
      },
      {
        name: "sandbox_delivery_attempts_total",
        type: "counter",
        help: "Attempts to deliver an event that ended, by result; failed is tried again, parked is given up.",
        samples: Object.entries(this.#deliveries).map(([result, n]) => sample(n, { result })),
      },
    ];
  }
}

interface Sample {
  readonly suffix: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly samples: readonly Sample[];
}

function sample(value: number, labels: Readonly<Record<string, string>> = {}, suffix = ""): Sample {
  return { value, labels, suffix };
}

function single(name: string, type: Metric["type"], help: string, value: number): Metric {
  return { name, type, help, samples: [sample(value)] };
}

/** Of the database. */
function metricsOfStore(figures: StoreFigures | undefined): Metric[] {
  const up = single("sandbox_store_up", "gauge", "1 while the database answers.", figures === undefined ? 0 : 1);
  if (figures === undefined) return [up];
  const { worlds, events, dueWork, lateMs, deliveries, pool } = figures;
  return [
    up,
    single("sandbox_worlds", "gauge", "Worlds in the database.", worlds),
    single("sandbox_events", "gauge", "Events in the database, over all worlds.", events),
    single("sandbox_due_work", "gauge", "Work that is due now or later, deliveries apart.", dueWork),
    single("sandbox_late_seconds", "gauge", "For how long the oldest world with due work has waited.", lateMs / 1000),
    {
      name: "sandbox_deliveries",
      type: "gauge",
      help: "Open deliveries; due now or at the next try, or waiting behind another of the user.",
      samples: Object.entries(deliveries).map(([state, n]) => sample(n, { state })),
    },
    ...(pool === undefined
      ? []
      : [
          {
            name: "sandbox_pool_connections",
            type: "gauge",
            help: "Connections of this process to PostgreSQL.",
            samples: [sample(pool.total - pool.idle, { state: "busy" }), sample(pool.idle, { state: "idle" })],
          } as const,
          single("sandbox_pool_waiting", "gauge", "Transactions that wait for a connection.", pool.waiting),
        ]),
  ];
}

/** By the names that Prometheus' own clients give them. */
function metricsOfProcess(): Metric[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const { active } = eventLoop.eventLoopUtilization();
  return [
    single("process_cpu_seconds_total", "counter", "CPU time of this process.", (user + system) / 1e6),
    single("process_resident_memory_bytes", "gauge", "Memory of this process.", rss),
    single(
      "process_start_time_seconds",
      "gauge",
      "When this process started, since 1970.",
      machineNow() / 1000 - process.uptime(),
    ),
    single("nodejs_heap_size_used_bytes", "gauge", "Memory of JavaScript objects.", heapUsed),
    single("nodejs_eventloop_active_seconds_total", "counter", "How long the event loop was busy.", active / 1000),
  ];
}

function written({ name, type, help, samples }: Metric): string {
  if (samples.length === 0) return "";
  const lines = samples.map(({ suffix, labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${suffix}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}
