import { type ApiClient, createApiClient, ofBrowser } from './api-client.ts';

/**
 * The browser's client for a large upload: like `api`, and says how much of the body was sent. XMLHttpRequest alone reports that.
 * @param onSent called with bytes; the frame around the file counts too
 */
export const uploadClient = (onSent: (bytes: number) => void): ApiClient =>
	createApiClient({ ...ofBrowser, fetch: (request) => sendCounted(request, onSent) });

/**
 * Sends a request and ends when its signal does.
 * @throws TypeError where no answer arrived, as `fetch` does
 */
export async function sendCounted(request: Request, onSent: (bytes: number) => void): Promise<Response> {
	const body = await request.blob();
	request.signal.throwIfAborted();
	const xhr = new XMLHttpRequest();
	xhr.open(request.method, request.url);
	for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
	const stop = () => xhr.abort();
	request.signal.addEventListener('abort', stop);
	try {
		return await new Promise<Response>((resolve, reject) => {
			xhr.upload.onprogress = ({ loaded }) => onSent(loaded);
			xhr.onload = () => resolve(responseOf(xhr));
			xhr.onerror = () => reject(new TypeError('The request failed.'));
			xhr.onabort = () => reject(request.signal.reason);
			xhr.send(body);
		});
	} finally {
		request.signal.removeEventListener('abort', stop);
	}
}

function responseOf(xhr: XMLHttpRequest): Response {
	const headers = new Headers();
	for (const line of xhr.getAllResponseHeaders().split('\r\n')) {
		const colon = line.indexOf(':');
		if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
	}
	return new Response(xhr.responseText === '' ? null : xhr.responseText, { status: xhr.status, headers });
}
