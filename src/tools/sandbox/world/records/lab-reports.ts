// What is remembered of lab report parsing jobs.
import type { LabReportParsingJobStatus, LabReportResult } from "../../../../../generated/schemas.ts";

/** A job that extracts the results of an uploaded lab report. The report itself is not kept, nor is its name: it may name a person. */
export interface StoredParsingJob {
  readonly id: string;
  readonly created_on: string;
  /** The media type of the report. */
  readonly file_type: string;
  readonly file_bytes: number;
  readonly human_review_requested: boolean;
  /** Absent while the report is being parsed. Choice: parsing-job-fields */
  readonly status?: LabReportParsingJobStatus;
  readonly results?: LabReportResult[];
}
