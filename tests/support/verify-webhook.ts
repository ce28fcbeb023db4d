import type { ReceivedCall } from './receiver-process.ts';

interface Verifier {
	verify(body: string, headers: Record<string, string>): unknown;
}
type Library = { Webhook: new (secret: string) => Verifier };

// The reference library, read when it is needed: its name is all that the type check has to know of it.
const library: string = 'standardwebhooks';

/**
 * What the reference library of Standard Webhooks reads of a call.
 * @param now what its clock shows, for calls that were made at another time
 * @throws for a call that is not signed with this secret
 */
export async function verifyWebhook(
	secret: string,
	call: Pick<ReceivedCall, 'headers' | 'body'> | undefined,
	now?: Date,
	// biome-ignore lint/suspicious/noExplicitAny: tests read into bodies freely
): Promise<any> {
	const { Webhook } = (await import(/* @vite-ignore */ library)) as Library;
	const realNow = Date.now;
	if (now) Date.now = () => now.getTime();
	try {
		return new Webhook(secret).verify(call?.body ?? '', call?.headers ?? {});
	} finally {
		Date.now = realNow;
	}
}
