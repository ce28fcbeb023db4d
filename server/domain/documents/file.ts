import type { DocumentRow } from './issue.ts';
import { drawDocument } from './render/draw.ts';

/** A document as a PDF that browsers show under its number. */
export async function documentFile(document: DocumentRow): Promise<Response> {
	const file = await drawDocument(document);
	return new Response(new Uint8Array(file), {
		headers: {
			'Content-Type': 'application/pdf',
			'Content-Disposition': `inline; filename="${document.label}.pdf"`,
			'Cache-Control': 'private, no-store',
		},
	});
}
