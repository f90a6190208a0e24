/**
 * The words by which an answer says "not yet", beside those of transient failures (lib/base/outcome-text.ts). They are
 * looked for in short results only, by native/src/text/words.c, for which scripts/build-native-tables.mjs makes its tables of
 * them. After each word stands where it was seen. Measured on recorded runs by `npm run accuracy`.
 */

/** Phrases that say it wherever they stand. An underscore before one counts as the beginning of a word. */
export const NOT_YET_PHRASES = {
  "in progress": "GitHub CLI, Azure, Jira; `kubectl rollout`",
  in_progress: "GitHub Actions and OpenAI batches; with a prefix CloudFormation (`CREATE_IN_PROGRESS`)",
  "in-progress": "npm, Terraform Cloud, plain tools",
  inprogress: "AWS Transcribe and ECS (`InProgress`), Azure",
  "not ready": "`kubectl wait`, `docker compose`, plain tools; also `not ready yet`",
  notready: "`kubectl get nodes`",
  "not yet ready": "plain tools",
  "not yet available": "S3 Glacier, package registries",
  "not yet complete": "Athena, Snowflake (`Query not yet complete`)",
  "not yet finished": "Slurm, plain tools",
  "not yet started": "Buildkite, plain tools",
  "not finished yet": "plain tools",
  "not available yet": "plain tools",
  "rollout to finish": "`kubectl rollout status`",
  "waiting for deployment": "`kubectl rollout status`",
  "please wait": "apt's lock, Homebrew, vendors' APIs",
  "check back": "vendors' APIs",
  "check again later": "vendors' APIs",
};

/**
 * States that say it only where a state stands: as the whole answer, as its last word, behind `status:`, or behind "is".
 * "The result of running `cat`" says nothing.
 */
export const NOT_YET_STATES = {
  pending: "GitLab CI, Kubernetes, AWS, Stripe",
  queued: "GitHub Actions, Vercel, OpenAI",
  running: "Codex (`Process running with session ID`), GitLab CI, Google Cloud's operations",
  waiting: "GitHub Actions, Kubernetes, Azure DevOps",
  building: "Vercel, Netlify, Jenkins",
  starting: "Docker's health checks, Heroku",
  processing: "Stripe, S3, media services",
  preparing: "GitLab CI, Spinnaker",
  scheduled: "GitLab CI, Slurm",
  provisioning: "Google Compute Engine, AWS",
  creating: "RDS, `terraform apply` (`Still creating...`)",
  containercreating: "`kubectl get pods`",
  podinitializing: "`kubectl get pods`",
  deploying: "Netlify, Cloudflare, Railway",
  deleting: "RDS, Azure",
  terminating: "`kubectl get pods`",
  stopping: "EC2",
  modifying: "RDS, `terraform apply`",
  updating: "Azure, Lambda (`LastUpdateStatus`)",
  initializing: "EC2's status checks, Vercel",
  installing: "package managers",
  loading: "BigQuery, pages",
  downloading: "pip, Docker, Hugging Face",
  uploading: "media services",
  validating: "OpenAI batches",
  finalizing: "OpenAI batches, Vercel",
  staging: "Google Compute Engine",
};

/** A state stands behind one of these words and a colon or an equals sign: `"status": "running"`, `jobState=PENDING`. */
export const STATE_KEYS = ["status", "state", "phase", "stage", "conclusion"];
/** Or behind one of these words: "the build is still running", "Process running with session ID 7". */
export const STATE_LEADS = ["is", "are", "still", "process", "currently", "now"];
/** A share such as `0/3` or `45 %` says it beside one of these words, or alone. */
export const SHARE_WORDS = [
  "ready",
  "available",
  "running",
  "complete",
  "completed",
  "done",
  "finished",
  "progress",
  "processed",
  "deployed",
  "downloaded",
  "uploaded",
  "pending",
  "containercreating",
];
