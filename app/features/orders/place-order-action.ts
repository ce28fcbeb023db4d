import { createHmac, randomBytes } from 'node:crypto';
import { data, redirect } from 'react-router';
import { pickFormatLocale } from '#app/lib/i18n.ts';
import { serverClient } from '#app/lib/server-api.ts';
import { type LoadContext, siteContext } from '#app/lib/server-context.ts';
import { EVENT_ACCESS_HEADER } from '#shared/contracts/events.ts';
import { placeOrder } from '#shared/contracts/orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { readLabels, writeCameBy } from '#shared/rules/came-by.ts';
import { redactSearch } from '#shared/rules/page-address.ts';
import { toFailure } from './failure.ts';
import { giftOf } from './gift-values.ts';
import { withAmounts } from './price-order.ts';
import { fieldNames, type RegistrationResult, type RegistrationValues } from './registration-answer.ts';
import { checkOrder, orderOf, pageOf, readValues } from './registration-order.ts';

interface ActionArgs {
	context: LoadContext;
	request: Request;
	params: { event?: string };
}

const COOKIE = 'form';
/** A second click lands well within this; a second wish comes later. */
const COOKIE_SECONDS = 30;
/** Marks a form that was sent back once to come again with the cookie. */
const RESENT = 'resent';

/**
 * Registers from a plain form post, for visitors whose script is off or not there yet, and leads on to the ticket. What is refused
 * comes back as the page itself with everything that was typed. For the action of every route that shows the registration box.
 */
export async function placeOrderAction({ context, request, params }: ActionArgs) {
	const form = await readForm(request);
	const values = readValues(form);
	const given = giftOf(values);
	if ('failure' in given) return refuse(values, given.failure);
	const order = { ...orderOf(values), ...given };
	const problem = checkOrder(order);
	if (problem) return refuse(values, problem);
	const eventAccess = field(form, fieldNames.eventAccess);
	const event = params.event ?? '';
	const key = field(form, fieldNames.key) || keyOfBrowser(request, [event, values]);
	if (!key) return sendAgainWithCookie({ context, request });
	const priced = withAmounts(order.items, values.amounts, values.currency);
	if ('failure' in priced) return refuse(values, priced.failure);
	// Without script only the address itself says where the visitor came from.
	const isCounted = request.headers.get('dnt') !== '1' && request.headers.get('sec-gpc') !== '1';
	const cameBy = isCounted && writeCameBy(readLabels(redactSearch(new URL(request.url).search)));
	try {
		// Without script the form shows no total: the buyer sees it on the next page, before anything is paid.
		const placed = await serverClient({ context, request }).call(placeOrder, {
			params: { event },
			body: {
				...order,
				items: priced.items,
				locale: pickFormatLocale(request),
				...(cameBy && { cameBy }),
			},
			idempotencyKey: key,
			headers: eventAccess ? { [EVENT_ACCESS_HEADER]: eventAccess } : {},
		});
		return redirect(pageOf(placed), 303);
	} catch (error) {
		return refuse(values, toFailure(error));
	}
}

function refuse(values: RegistrationValues, failure: RegistrationResult['failure']) {
	const result: RegistrationResult = { values, failure, key: randomBytes(16).toString('hex') };
	return data(result, { status: failure.status, headers: { 'Cache-Control': 'no-store' } });
}

async function readForm(request: Request): Promise<FormData> {
	try {
		return await request.formData();
	} catch (cause) {
		throw data(toFailure(new AppError('VALIDATION_INVALID_FORMAT', { cause })), { status: 400 });
	}
}

function field(form: FormData, name: string): string {
	const value = form.get(name);
	return typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value) ? value : '';
}

/**
 * The page is one for all, so its form carries no key of its own. The same form with the same secret of a browser is one click too
 * many and ends in the same order. Nobody else has the secret: who only knows what was typed makes an order of their own. A browser
 * that takes no cookies has no secret, so each of its clicks is an order.
 * @returns null when the browser was not given a secret yet
 */
function keyOfBrowser(request: Request, order: unknown): string | null {
	const secret = /(?:^|;\s*)form=([\w-]{43})(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1];
	if (secret) return createHmac('sha256', secret).update(JSON.stringify(order)).digest('hex');
	return new URL(request.url).searchParams.has(RESENT) ? randomBytes(16).toString('hex') : null;
}

/** Gives the browser its secret and has it send the same form once more. */
function sendAgainWithCookie({ context, request }: Pick<ActionArgs, 'context' | 'request'>): Response {
	const { pathname, searchParams } = new URL(request.url);
	searchParams.set(RESENT, '1');
	const isHttps = context.get(siteContext).appUrl.startsWith('https:');
	const cookie = [
		`${COOKIE}=${randomBytes(32).toString('base64url')}`,
		`Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict`,
		...(isHttps ? ['Secure'] : []),
	].join('; ');
	return redirect(`${pathname}?${searchParams}`, {
		status: 307,
		headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' },
	});
}
