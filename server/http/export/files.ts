/** An answer that browsers save under a name. */
export function download(body: ReadableStream<Uint8Array>, fileName: string, contentType: string): Response {
	return new Response(body, {
		headers: {
			'Content-Type': contentType,
			'Content-Disposition': `attachment; filename="${fileName.replaceAll(/[^\w.-]+/g, '-')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
		},
	});
}

/** A file whose pieces are made when the one before was taken. */
export function byteStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const piece = await pieces.next();
				if (piece.done) return controller.close();
				controller.enqueue(piece.value);
			},
			cancel: () => void pieces.return(undefined),
		},
		{ highWaterMark: 0 },
	);
}

/** The same of a text. */
export const textStream = (pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> =>
	byteStream(encoded(pieces));

async function* encoded(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
	for await (const piece of pieces) yield Buffer.from(piece);
}
