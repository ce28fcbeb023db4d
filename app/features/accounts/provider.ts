import { api } from '#app/lib/api-client.ts';
import { beginProviderSignIn, completeProviderSignIn } from '#shared/contracts/auth.ts';

const KEY = 'provider-sign-in';

interface UnderWay {
	browserKey: string;
	rememberMe: boolean;
	/** Where the sign-in began. */
	next: string | null;
}

/** Leaves for the provider. What this browser must show when it is back waits in the tab. */
export async function goToProvider(options: { rememberMe: boolean; next: string | null }): Promise<void> {
	const { rememberMe, next } = options;
	const { url, browserKey } = await api.call(beginProviderSignIn, { body: { rememberMe }, hasBearer: false });
	sessionStorage.setItem(KEY, JSON.stringify({ browserKey, rememberMe, next } satisfies UnderWay));
	location.assign(url);
}

/** What this tab began, once; null when it began nothing. */
export function takeUnderWay(): UnderWay | null {
	const kept = sessionStorage.getItem(KEY);
	sessionStorage.removeItem(KEY);
	try {
		const value = JSON.parse(kept ?? 'null') as Partial<UnderWay> | null;
		if (typeof value?.browserKey !== 'string') return null;
		return {
			browserKey: value.browserKey,
			rememberMe: value.rememberMe === true,
			next: typeof value.next === 'string' ? value.next : null,
		};
	} catch {
		return null;
	}
}

export function endAtProvider(query: string, browserKey: string) {
	return api.call(completeProviderSignIn, { body: { query, browserKey }, hasBearer: false });
}
