import { createHash, randomBytes } from 'node:crypto';
import { data, redirect } from 'react-router';
import { pickLocale } from '#app/lib/i18n.ts';
import { serverClient } from '#app/lib/server-api.ts';
import { type LoadContext, visitorContext } from '#app/lib/server-context.ts';
import { EVENT_ACCESS_HEADER } from '#shared/contracts/events.ts';
import { placeOrder } from '#shared/contracts/orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toFailure } from './failure.ts';
import {
	checkOrder,
	fieldNames,
	orderOf,
	type RegistrationResult,
	type RegistrationValues,
	readValues,
} from './registration-answer.ts';

interface ActionArgs {
	context: LoadContext;
	request: Request;
	params: { event?: string };
}

/** A second click lands well within this; a second wish comes later. */
const DOUBLE_CLICK_MS = 20_000;

/**
 * Registers from a plain form post, for visitors whose script is off or not there yet, and leads on to the ticket. What is refused
 * comes back as the page itself with everything that was typed. For the action of every route that shows the registration box.
 */
export async function placeOrderAction({ context, request, params }: ActionArgs) {
	const form = await readForm(request);
	const values = readValues(form);
	const order = orderOf(values);
	const problem = checkOrder(order);
	if (problem) return refuse(values, problem);
	const eventAccess = field(form, fieldNames.eventAccess);
	const event = params.event ?? '';
	try {
		const placed = await serverClient({ context, request }).call(placeOrder, {
			params: { event },
			body: { ...order, locale: pickLocale(request) },
			idempotencyKey: field(form, fieldNames.key) || doubleClickKey(event, values, { context, request }),
			headers: eventAccess ? { [EVENT_ACCESS_HEADER]: eventAccess } : {},
		});
		return redirect(`/my-ticket/${placed.manageToken}?new`, 303);
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
 * The page is one for all, so its form carries no key of its own. The same form from the same place within seconds is one click too
 * many, and ends in the same order.
 */
function doubleClickKey(
	event: string,
	values: RegistrationValues,
	{ context, request }: Pick<ActionArgs, 'context' | 'request'>,
): string {
	const { address } = context.get(visitorContext);
	if (address === '') return randomBytes(16).toString('hex');
	const window = Math.floor(Date.now() / DOUBLE_CLICK_MS);
	return createHash('sha256')
		.update(JSON.stringify([event, values, address, request.headers.get('user-agent'), window]))
		.digest('hex');
}
