import { randomBytes } from 'node:crypto';
import type { TestApi } from '#tests/support/api.ts';

/** A PDF with a page, and random bytes in a comment, so that each is another file. */
export const makePdf = (note: string = randomBytes(8).toString('hex')): Buffer =>
	Buffer.from(
		`%PDF-1.4\n%${note}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
			'3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
	);

/** Uploads a file to answer a question. @param path `/api/orders/{token}`, `/api/tickets/{token}` or that of a guest */
export function uploadAnswer(
	api: TestApi,
	path: string,
	upload: { question: string; bytes: Uint8Array; name?: string; type?: string },
	options: Parameters<TestApi['post']>[2] = {},
) {
	const { question, bytes, name = 'scan.pdf', type = 'application/pdf' } = upload;
	const form = new FormData();
	form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name, { type }));
	return api.post(`${path}/answer-files`, form, { ...options, query: { question } });
}
