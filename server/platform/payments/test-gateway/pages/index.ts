import { timingSafeEqual } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Database } from '#server/db/client.ts';
import { testGatewayObjects } from '#server/db/tables/platform.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { actOnAccount, getAccount } from '../accounts.ts';
import { endChallenge } from '../payment-intents.ts';
import { endSetupChallenge } from '../saved-methods.ts';
import type { ObjectKinds, Session, Stored } from '../session.ts';
import { type ChallengedIntent, challengePage, challengeReturn } from './challenge-page.ts';
import { respond } from './document.ts';
import { fieldsPage } from './fields-page.ts';
import { onboardingPage, testBanks } from './onboarding-page.ts';
import { type PageRequest, readPageRequest } from './page-request.ts';

export interface PagesOptions {
	database: Database;
	/** The gateway's clock. */
	now: () => Promise<Date>;
	inSession: <T>(account: string, work: (session: Session) => Promise<T> | T) => Promise<T>;
	/** The endpoint that makes confirmation tokens, on this origin. */
	tokensUrl: string;
}

/** The pages of the built-in gateway, to be mounted where it says that they are: `/test-gateway`. */
export function createPages(options: PagesOptions): Hono {
	const app = new Hono();
	const read = async (c: Context) => readPageRequest(c.req.raw, await options.now());

	app.get('/test-gateway/fields', async (c) => fieldsPage(await read(c), options.tokensUrl));

	app.get('/test-gateway/challenge/:id', async (c) => {
		const request = await read(c);
		const found = await findIntent(options.database, c.req.param('id'), request);
		if (!found) return await notFoundPage(request);
		const returnUrl = found.intent.next_action?.redirect_to_url?.return_url;
		if (!returnUrl) return await endedPage(request);
		return await challengePage(request, found.intent, returnUrl);
	});

	app.post('/test-gateway/challenge/:id', async (c) => {
		const request = await read(c);
		const found = await findIntent(options.database, c.req.param('id'), request);
		if (!found) return await notFoundPage(request);
		const returnUrl = found.intent.next_action?.redirect_to_url?.return_url;
		// Pressed twice: the first has decided.
		if (!returnUrl) return await endedPage(request);
		const { outcome } = await c.req.parseBody();
		const intent = await options.inSession<ChallengedIntent>(found.account, (session) =>
			found.intent.object === 'setup_intent'
				? endSetupChallenge(session, found.intent.id, outcome === 'complete')
				: endChallenge(session, found.intent.id, outcome === 'complete'),
		);
		return c.redirect(challengeReturn(intent, returnUrl).href, 303);
	});

	app.get('/test-gateway/onboarding/:id', async (c) => {
		const request = await read(c);
		return await options.inSession('', async (session) => {
			const link = await session.find('account_link', c.req.param('id'));
			if (!link) return await notFoundPage(request);
			if (!isUsable(link.object, session.now)) return c.redirect(link.object.refreshUrl, 303);
			const account = await getAccount(session, link.object.account);
			if (account.state === 'closed') return c.redirect(link.object.refreshUrl, 303);
			return await onboardingPage(request, account, link.object.returnUrl, false);
		});
	});

	app.post('/test-gateway/onboarding/:id', async (c) => {
		const request = await read(c);
		const fields = await c.req.parseBody();
		return await options.inSession('', async (session) => {
			const known = await session.find('account_link', c.req.param('id'));
			if (!known) return await notFoundPage(request);
			const { object: link } = await session.lock('account_link', known.object.id);
			if (!isUsable(link, session.now)) return c.redirect(link.refreshUrl, 303);
			const { object: account } = await session.lock('account', link.account);
			if (account.state === 'closed') return c.redirect(link.refreshUrl, 303);
			const name = typeof fields.name === 'string' ? fields.name.trim().slice(0, 100) : '';
			const bank = testBanks.find(({ last4 }) => last4 === fields.bank);
			if (name === '' || !bank) return await onboardingPage(request, account, link.returnUrl, true);
			session.put('account_link', { ...link, isUsed: true });
			actOnAccount(
				session,
				{ ...account, name, bank: { holder: name, last4: bank.last4, failsPayouts: bank.failsPayouts } },
				fields.outcome === 'needs_information' ? 'needs_information' : 'enable',
			);
			return c.redirect(link.returnUrl, 303);
		});
	});

	return app;
}

const isUsable = (link: ObjectKinds['account_link'], now: Date): boolean =>
	!link.isUsed && new Date(link.expiresAt) > now;

/** The payment of whoever knows its secret. */
async function findIntent(database: Database, id: string, { url }: PageRequest) {
	const [row] = await database.db
		.select({ account: testGatewayObjects.account, data: testGatewayObjects.data })
		.from(testGatewayObjects)
		.where(
			and(
				eq(testGatewayObjects.id, id),
				inArray(testGatewayObjects.type, ['payment_intent', 'setup_intent']),
			),
		);
	if (!row) return undefined;
	const intent = (row.data as unknown as Stored<'payment_intent' | 'setup_intent'>).object;
	const expected = Buffer.from(intent.client_secret ?? '');
	const given = Buffer.from(url.searchParams.get('secret') ?? '');
	const isRight = expected.length === given.length && timingSafeEqual(expected, given);
	return isRight ? { account: row.account, intent } : undefined;
}

async function notFoundPage({ translate, language, scheme }: PageRequest): Promise<Response> {
	const title = translate(message`This page does not exist`);
	return await respond(html`<main><h1>${title}</h1></main>`, { title, language, scheme, status: 404 });
}

async function endedPage({ translate, language, scheme }: PageRequest): Promise<Response> {
	const title = translate(message`This check is over`);
	const body = html`<main><h1>${title}</h1><p>${translate(message`Go back to the checkout to see how your payment went.`)}</p></main>`;
	return await respond(body, { title, language, scheme, status: 410 });
}
