// Looks into SQLite's write-ahead log: a killed process leaves a broken end, which is nothing lost; a break before the end is damage.
import { readFileSync } from "node:fs";

const headerBytes = 32;
const frameHeaderBytes = 24;

/** The last bit says how the words are read that the checksums are made of. */
const magic = 0x377f0682;

/**
 * Is a log broken somewhere before its end? SQLite reads it up to the first frame whose checksum is wrong, and ignores what follows without an error.
 * When something follows that belongs to the same log and ends a transaction, that was committed, and would be lost.
 *
 * @see https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function isCutInTheMiddle(file: string): boolean {
  const log = readFileSync(file);
  if (log.length < headerBytes + frameHeaderBytes) return false;
  const frameBytes = frameHeaderBytes + log.readUInt32BE(8);
  const isHeader =
    (log.readUInt32BE(0) & ~1) === magic && isSum(sumOf(log, [0, 0], log.subarray(0, 24)), log.subarray(24, 32));
  // Frames without a header to say that they are valid
  if (!isHeader) return true;
  const salts = log.subarray(16, 24);
  let sum: Sum = [log.readUInt32BE(24), log.readUInt32BE(28)];
  let isBroken = false;
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    const frame = log.subarray(at, at + frameBytes);
    // Frames of an earlier round of the log stand behind those of this one
    const isOfThisLog = frame.subarray(8, 16).equals(salts);
    const endsTransaction = frame.readUInt32BE(4) !== 0;
    if (isBroken) {
      if (isOfThisLog && endsTransaction) return true;
      continue;
    }
    sum = sumOf(log, sumOf(log, sum, frame.subarray(0, 8)), frame.subarray(frameHeaderBytes));
    isBroken = !isOfThisLog || !isSum(sum, frame.subarray(16, 24));
  }
  return false;
}

type Sum = readonly [number, number];

/** SQLite's checksum: it continues the previous one, over pairs of words. */
function sumOf(log: Buffer, [first, second]: Sum, bytes: Buffer): Sum {
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let a = first;
  let b = second;
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + words.getUint32(at, !isBigEndian) + b) >>> 0;
    b = (b + words.getUint32(at + 4, !isBigEndian) + a) >>> 0;
  }
  return [a, b];
}

function isSum([a, b]: Sum, bytes: Buffer): boolean {
  return bytes.readUInt32BE(0) === a && bytes.readUInt32BE(4) === b;
}
