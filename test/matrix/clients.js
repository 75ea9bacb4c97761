// The clients that the benchmark holds ours against, where their packages are installed.
export { default as ky } from "ky";
export { default as OpenAI } from "openai";
