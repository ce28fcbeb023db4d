import { api } from '#app/lib/api-client.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import {
	beginProviderLink,
	beginProviderSignIn,
	completeProviderLink,
	completeProviderSignIn,
} from '#shared/contracts/auth.ts';

const KEY = 'provider-sign-in';

interface UnderWay {
	browserKey: string;
	rememberMe: boolean;
	/** Where the sign-in began. */
	next: string | null;
	/** The provider is to be tied to the account that is signed in. */
	isLink: boolean;
}

function leave(url: string, underWay: UnderWay): void {
	sessionStorage.setItem(KEY, JSON.stringify(underWay));
	location.assign(url);
}

/** Leaves for the provider. What this browser must show when it is back waits in the tab. */
export async function goToProvider(options: { rememberMe: boolean; next: string | null }): Promise<void> {
	const { rememberMe, next } = options;
	const { url, browserKey } = await api.call(beginProviderSignIn, { body: { rememberMe }, hasBearer: false });
	leave(url, { browserKey, rememberMe, next, isLink: false });
}

/** Leaves for the provider to tie it to the account; false when the person let it be. */
export async function linkProvider(confirmed: Confirmed): Promise<boolean> {
	const begun = await confirmed(() => api.call(beginProviderLink));
	if (begun) leave(begun.url, { browserKey: begun.browserKey, rememberMe: false, next: null, isLink: true });
	return begun !== undefined;
}

/** What this tab began, once; null when it began nothing. */
export function takeUnderWay(): UnderWay | null {
	const stored = sessionStorage.getItem(KEY);
	sessionStorage.removeItem(KEY);
	try {
		const value = JSON.parse(stored ?? 'null') as Partial<UnderWay> | null;
		if (typeof value?.browserKey !== 'string') return null;
		return {
			browserKey: value.browserKey,
			rememberMe: value.rememberMe === true,
			next: typeof value.next === 'string' ? value.next : null,
			isLink: value.isLink === true,
		};
	} catch {
		return null;
	}
}

export function endAtProvider(query: string, browserKey: string) {
	return api.call(completeProviderSignIn, { body: { query, browserKey }, hasBearer: false });
}

export function endLinkAtProvider(query: string, browserKey: string) {
	return api.call(completeProviderLink, { body: { query, browserKey } });
}
