// Files to upload, whole, since a server may well look into one: a PDF of any size, and the smallest pictures there are.
import { FilePart } from "../sending/request.ts";

const jpeg =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=";
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** A JPEG and a PNG of one pixel. */
export const pictures = [
  new FilePart(new Uint8Array(Buffer.from(jpeg, "base64")), "image/jpeg", "report.jpg"),
  new FilePart(new Uint8Array(Buffer.from(png, "base64")), "image/png", "report.png"),
];

const objects = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>
endobj
`;

/** Where each object begins, in entries of 20 bytes: the space at the end of each counts. Behind it stands where the table begins. */
const table = `xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000058 00000 n 
0000000115 00000 n 
trailer
<< /Size 4 /Root 1 0 R >>
startxref
`;

/** A PDF of one empty page, filled up with white space. */
export function pdf(size: number, name = "report.pdf"): FilePart {
  const end = (at: number) => `${table}${at}\n%%EOF\n`;
  const start = size - end(size).length;
  return new FilePart(new Uint8Array(Buffer.from(objects.padEnd(start) + end(start))), "application/pdf", name);
}
