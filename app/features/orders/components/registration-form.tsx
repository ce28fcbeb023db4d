import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { attendeeFieldLabels } from '#app/lib/attendee-field-labels.ts';
import { useFormatLocale, useFormats } from '#app/lib/format.ts';
import { optionalPart } from '#app/lib/optional-part.tsx';
import { useSession } from '#app/lib/session.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Form } from '#app/ui/form.tsx';
import { parseStep } from '#app/ui/stepper-value.ts';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Order } from '#shared/contracts/orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type AttendeeField, attendeeFields, fieldsIn } from '#shared/rules/attendee-fields.ts';
import { toFailure } from '../failure.ts';
import { useRefusalText } from '../refusal-text.ts';
import {
	checkOrder,
	fieldNames,
	orderOf,
	pageOf,
	type RegistrationFailure,
	type RegistrationOrder,
	type RegistrationResult,
	readValues,
	refusalsOf,
} from '../registration-answer.ts';
import { keepBuyer, readBuyer } from '../remembered-buyer.ts';
import { firstQuantities, hasPrice, mostOf, ticketsIn } from '../sale-lines.ts';
import type { Offer } from '../use-live-types.ts';
import { useRegistration } from '../use-registration.ts';
import { EmailField } from './email-field.tsx';
import { CartTotal, PayLabel, PriceChanged } from './lazy-priced-parts.ts';
import { TicketChoice } from './ticket-choice.tsx';

/** Only an order of several tickets has it. */
const AttendeeNames = optionalPart(() =>
	import('./attendee-names.tsx').then((module) => module.AttendeeNames),
);

const NO_ORDER: RegistrationOrder = { buyer: { name: '', email: '' }, items: [] };

const askedFields: readonly AttendeeField[] = fieldsIn('registration');

/** Tickets, name, address, one button. */
export function RegistrationForm(props: {
	event: PublicEvent;
	offer: Offer;
	actionData: RegistrationResult | undefined;
	eventAccess: string | undefined;
	/** Something was refused: what is on offer may have changed. */
	onRefused: (failure: RegistrationFailure) => void;
	/** Fetches the types that the page came without. */
	onShowAll: () => Promise<void>;
}) {
	const { t, i18n } = useLingui();
	const { hasEmail } = useSite();
	const locale = useFormatLocale();
	const formats = useFormats();
	const { event, offer, actionData, eventAccess, onRefused } = props;
	const { types } = offer;
	const navigate = useNavigate();
	const { pathname, search } = useLocation();
	const typed = actionData?.values;
	const name = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const { isKept, setKept } = usePrefilled(name, email);
	const [quantities, setQuantities] = useState(() =>
		typed
			? Object.fromEntries(types.map((type) => [type.id, parseStep(typed.quantities[type.id] ?? '') ?? 0]))
			: firstQuantities(types),
	);
	const [amounts, setAmounts] = useState(typed?.amounts ?? {});
	/** What the form showed as the total when it was sent. */
	const [seenMinor, setSeenMinor] = useState<number | null>(null);
	const [sent, setSent] = useState(actionData ? orderOf(actionData.values) : NO_ORDER);
	const [dismissed, setDismissed] = useState<RegistrationFailure | null>(null);

	const onPlaced = useCallback(
		async (placed: Order & { manageToken: string }) => {
			const page = pageOf(placed);
			if (!page.startsWith('/checkout')) return void navigate(page);
			const { manageToken, expiresAt, attendees } = placed;
			const holds = await import('../held-orders.ts').catch(() => null);
			holds?.keepHold({
				eventId: event.id,
				title: event.title,
				manageToken,
				endsAt: expiresAt ?? '',
				places: attendees.length,
			});
			// A document of its own: only that page may load the script of the payment provider.
			window.location.assign(page);
		},
		[navigate, event.id, event.title],
	);
	const registration = useRegistration({ event: event.id, eventAccess, onPlaced });
	const { phase } = registration;
	const latest = registration.failure ?? actionData?.failure ?? null;
	const failure = phase === 'idle' && latest !== dismissed ? latest : null;
	const refusal = useRefusalText({ ticketTypes: types, timeZone: event.timeZone });
	const refusals = failure
		? refusalsOf(failure, sent).map((one) => ({ name: one.name, message: refusal(failure, one) }))
		: [];
	const errors = Object.fromEntries(refusals.flatMap((one) => (one.name ? [[one.name, one.message]] : [])));

	async function submit(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		if (phase !== 'idle') return;
		const values = readValues(new FormData(submitted.currentTarget));
		const order = orderOf(values);
		setSent(order);
		const problem = checkOrder(order);
		if (problem) return registration.setFailure(problem);
		if (isKept !== null) keepBuyer(isKept ? order.buyer : null);
		if (!isPriced(order)) return void registration.send(order, locale);
		try {
			const { priceOrder } = await import('../price-order.ts');
			const priced = priceOrder(order, values.amounts, offer, { i18n, formats });
			if ('failure' in priced) return registration.setFailure(priced.failure);
			setSeenMinor(priced.totalMinor);
			void registration.send(priced.order, locale);
		} catch (cause) {
			registration.setFailure(toFailure(new AppError('NETWORK_ERROR', { cause })));
		}
	}
	const refused = registration.failure;
	useEffect(() => {
		if (refused?.code === 'BUSINESS_RULE_VIOLATION') onRefused(refused);
	}, [refused, onRefused]);

	const change = (ticketTypeId: string, quantity: number) => {
		setQuantities((before) => ({ ...before, [ticketTypeId]: quantity }));
		setDismissed(latest);
	};
	const isPriced = ({ items }: RegistrationOrder) =>
		items.some((item) => types.some(({ id, kind }) => id === item.ticketTypeId && kind !== 'free'));
	const changeAmount = (ticketTypeId: string, amount: string) => {
		setAmounts((before) => ({ ...before, [ticketTypeId]: amount }));
		setDismissed(latest);
	};
	const isGone = types.every((type) => mostOf(type) === 0);
	const taken = Object.fromEntries(
		types.map((type) => [type.id, Math.min(quantities[type.id] ?? 0, mostOf(type))]),
	);
	const count = Object.values(taken).reduce((sum, quantity) => sum + quantity, 0);
	const choice = { offer, quantities: taken, amounts };
	const isForSeveral = types.some(({ id, admits }) => admits > 1 && (quantities[id] ?? 0) > 0);
	return (
		<Form
			method="post"
			// Without script the answer opens at the form, not at the top of the page.
			action={`${pathname}${search}#register`}
			id="registration"
			size="lg"
			errors={refusals.map((one) => ({ message: one.message, ...(one.name ? { name: one.name } : {}) }))}
			onSubmit={submit}
			preventScrollReset
		>
			<TicketChoice
				offer={offer}
				timeZone={event.timeZone}
				quantities={quantities}
				onChange={change}
				defaultAmounts={typed?.amounts}
				onAmount={changeAmount}
				onShowAll={props.onShowAll}
				errors={errors}
			/>
			<TextField
				ref={name}
				label={t`Name`}
				name="name"
				autoComplete="name"
				required
				maxLength={200}
				dir="auto"
				defaultValue={typed?.name}
				error={errors[fieldNames.name]}
			/>
			<EmailField
				input={email}
				hint={hasEmail ? t`We’ll send your ticket here.` : undefined}
				defaultValue={typed?.email}
				error={errors[fieldNames.email]}
			/>
			{askedFields.map((field) => (
				<TextField
					key={field}
					label={i18n._(attendeeFieldLabels[field])}
					name={fieldNames.detail(field)}
					isOptional
					maxLength={attendeeFields[field].maxLength}
					dir="auto"
					defaultValue={typed?.details[field]}
				/>
			))}
			{count > 1 || isForSeveral ? (
				<AttendeeNames
					types={ticketsIn(types)}
					quantities={quantities}
					defaultNames={typed?.attendees ?? {}}
					errors={errors}
				/>
			) : null}
			<Checkbox
				label={t`Save my details on this device`}
				checked={isKept ?? false}
				onChange={(changed) => setKept(changed.target.checked)}
				className="needs-script"
			/>
			{actionData ? <input type="hidden" name={fieldNames.key} value={actionData.key} /> : null}
			{eventAccess ? <input type="hidden" name={fieldNames.eventAccess} value={eventAccess} /> : null}
			{phase === 'waiting' ? (
				<Callout
					tone="warning"
					isUrgent
					title={t`You’re offline`}
					action={
						<Button variant="outline" size="sm" onClick={registration.stopWaiting}>
							{t`Don’t send`}
						</Button>
					}
				>
					<Trans>We’ll send your registration as soon as you’re back online. Keep this page open.</Trans>
				</Callout>
			) : null}
			{isGone ? (
				<Callout tone="warning" isUrgent title={t`Sold out`}>
					<Trans>The last tickets just went. Your details are saved; try again if one frees up.</Trans>
				</Callout>
			) : null}
			{failure?.metadata.rule === 'price-changed' ? (
				<Suspense>
					<PriceChanged
						fromMinor={seenMinor}
						toMinor={Number(failure.metadata.totalMinor)}
						currency={offer.pricing.currency}
					/>
				</Suspense>
			) : null}
			{hasPrice(types) ? (
				<Suspense>
					<CartTotal {...choice} />
				</Suspense>
			) : null}
			<div className="flex flex-col gap-2">
				<Button
					type="submit"
					size="lg"
					tone="event"
					isLoading={phase !== 'idle'}
					{...(isGone ? { disabledReason: t`No tickets are available right now.` } : {})}
					className="w-full"
				>
					{hasPrice(types) ? (
						<Suspense fallback={t`Get tickets`}>
							<PayLabel {...choice} otherwise={count > 0 ? t`Register` : t`Get tickets`} />
						</Suspense>
					) : count > 1 ? (
						<Plural value={count} one="Register # ticket" other="Register # tickets" />
					) : (
						t`Register`
					)}
				</Button>
				<p className="text-compact text-muted">
					<Trans>{event.organiser.name} will receive your name and email. No account needed.</Trans>
				</p>
			</div>
		</Form>
	);
}

/**
 * Fills in who this device remembers, or who is signed in, where nothing was typed yet. `isKept` is null until the browser can tell.
 */
function usePrefilled(
	name: React.RefObject<HTMLInputElement | null>,
	email: React.RefObject<HTMLInputElement | null>,
) {
	const { user } = useSession();
	const [isKept, setKept] = useState<boolean | null>(null);
	useEffect(() => {
		const kept = readBuyer();
		setKept((before) => before ?? kept !== null);
		const known =
			kept ?? (user ? { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email } : null);
		if (!known || !name.current || !email.current) return;
		if (name.current.value !== '' || email.current.value !== '') return;
		name.current.value = known.name;
		email.current.value = known.email;
	}, [user, name, email]);
	return { isKept, setKept };
}
