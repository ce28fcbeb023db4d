import { afterEach, expect, test, vi } from 'vitest';
import { sendCounted } from './upload-client.ts';

/** The part of XMLHttpRequest that is used; the test answers in the place of the server. */
class Sent {
	static last: Sent | undefined;
	upload: { onprogress?: (event: { loaded: number }) => void } = {};
	headers: Record<string, string> = {};
	opened: string[] = [];
	body: Blob | undefined;
	isAborted = false;
	status = 0;
	responseText = '';
	onload = () => {};
	onerror = () => {};
	onabort = () => {};
	constructor() {
		Sent.last = this;
	}
	open(...opened: string[]) {
		this.opened = opened;
	}
	setRequestHeader(name: string, value: string) {
		this.headers[name] = value;
	}
	send(body: Blob) {
		this.body = body;
	}
	abort() {
		this.isAborted = true;
		this.onabort();
	}
	getAllResponseHeaders() {
		return 'content-type: application/json\r\nretry-after: 7\r\n';
	}
}

afterEach(() => vi.unstubAllGlobals());

async function begin(signal = new AbortController().signal) {
	Sent.last = undefined;
	vi.stubGlobal('XMLHttpRequest', Sent);
	const form = new FormData();
	form.append('file', new File(['%PDF-1.4'], 'passport.pdf', { type: 'application/pdf' }));
	const request = new Request('https://foyer.example/api/upload', {
		method: 'POST',
		headers: { authorization: 'Bearer abc' },
		body: form,
		signal,
	});
	const seen: number[] = [];
	const answer = sendCounted(request, (bytes) => seen.push(bytes));
	const sent = await vi.waitFor(() => {
		if (!Sent.last?.body) throw new Error('not sent yet');
		return Sent.last;
	});
	return { answer, seen, sent };
}

test('sends the request as it is, says what was sent and gives the answer', async () => {
	const { answer, seen, sent } = await begin();
	expect(sent.opened).toEqual(['POST', 'https://foyer.example/api/upload']);
	expect(sent.headers.authorization).toBe('Bearer abc');
	expect(sent.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
	const body = await new Response(await sent.body?.arrayBuffer(), { headers: sent.headers }).formData();
	expect((body.get('file') as File).name).toBe('passport.pdf');
	sent.upload.onprogress?.({ loaded: 5 });
	Object.assign(sent, { status: 429, responseText: '{"code":"RATE_LIMIT_EXCEEDED"}' });
	sent.onload();
	const response = await answer;
	expect(seen).toEqual([5]);
	expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
	expect(await response.json()).toEqual({ code: 'RATE_LIMIT_EXCEEDED' });
});

test('fails as fetch does where no answer arrives', async () => {
	const { answer, sent } = await begin();
	sent.onerror();
	await expect(answer).rejects.toThrow(TypeError);
});

test('ends with its signal', async () => {
	const stop = new AbortController();
	const { answer, sent } = await begin(stop.signal);
	stop.abort();
	await expect(answer).rejects.toThrow('aborted');
	expect(sent.isAborted).toBe(true);
});
