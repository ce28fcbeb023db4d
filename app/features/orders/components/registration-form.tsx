import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { attendeeFieldLabels } from '#app/lib/attendee-field-labels.ts';
import { useFormats } from '#app/lib/format.ts';
import { optionalPart } from '#app/lib/optional-part.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Form } from '#app/ui/form.tsx';
import { parseStep } from '#app/ui/stepper-value.ts';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { type AttendeeField, attendeeFields, fieldsIn } from '#shared/rules/attendee-fields.ts';
import { fieldNames, type RegistrationFailure, type RegistrationResult } from '../registration-answer.ts';
import { saveBuyer, useKnownBuyer } from '../remembered-buyer.ts';
import { firstQuantities, hasPrice, mostOf, ticketsIn } from '../sale-lines.ts';
import type { Offer } from '../use-live-types.ts';
import { useOpenOrder } from '../use-open-order.ts';
import { useRefusals, useRegistration } from '../use-registration.ts';
import { EmailField, SharedWith } from './email-field.tsx';
import { CartTotal, PayLabel, PriceChanged } from './lazy-priced-parts.ts';
import { TicketChoice } from './ticket-choice.tsx';

/** Only an order of several tickets has it. */
const AttendeeNames = optionalPart(() =>
	import('./attendee-names.tsx').then((module) => module.AttendeeNames),
);

/** Only an event with a waitlist has it. */
const notes = () => import('./ticket-notes.tsx');
const WaitlistLink = optionalPart(() => notes().then((module) => module.WaitlistLink));
const LastOnesGone = optionalPart(() => notes().then((module) => module.LastOnesGone));

const registrationFields: readonly AttendeeField[] = fieldsIn('registration');

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
	const { t } = useLingui();
	const { event, offer, actionData, eventAccess, onRefused } = props;
	const { types } = offer;
	const { pathname, search } = useLocation();
	const typed = actionData?.values;
	const name = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const { isSaved, setSaved } = useKnownBuyer(name, email);
	const [quantities, setQuantities] = useState(() =>
		typed
			? Object.fromEntries(types.map((type) => [type.id, parseStep(typed.quantities[type.id] ?? '') ?? 0]))
			: (offer.chosen ?? firstQuantities(types)),
	);
	const [amounts, setAmounts] = useState(typed?.amounts ?? {});
	const sending = useSentRegistration({ event, offer, actionData, eventAccess, isSaved, onRefused });
	const { phase, failure, refusals, dismiss } = sending;
	const errors = Object.fromEntries(refusals.flatMap((one) => (one.name ? [[one.name, one.message]] : [])));

	const change = (ticketTypeId: string, quantity: number) => {
		setQuantities((before) => ({ ...before, [ticketTypeId]: quantity }));
		dismiss();
	};
	const changeAmount = (ticketTypeId: string, amount: string) => {
		setAmounts((before) => ({ ...before, [ticketTypeId]: amount }));
		dismiss();
	};
	const isGone = types.every((type) => mostOf(type) === 0);
	const taken = Object.fromEntries(
		types.map((type) => [type.id, Math.min(quantities[type.id] ?? 0, mostOf(type))]),
	);
	const count = Object.values(taken).reduce((sum, quantity) => sum + quantity, 0);
	const choice = { offer, quantities: taken, amounts };
	const isRequest = types.some(({ id, needsApproval }) => needsApproval && (taken[id] ?? 0) > 0);
	const isForSeveral = types.some(({ id, admits }) => admits > 1 && (quantities[id] ?? 0) > 0);
	return (
		<Form
			method="post"
			// Without script the answer opens at the form, not at the top of the page. By then another date may stand for the series.
			action={`${event.series ? `/events/${event.slug}` : pathname}${search}#register`}
			id="registration"
			size="lg"
			errors={refusals}
			onSubmit={sending.submit}
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
			{offer.takesWaitlist && !eventAccess ? <WaitlistLink offer={offer} /> : null}
			<BuyerFields {...{ name, email, typed, errors, isRequest }} />
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
				checked={isSaved ?? false}
				onChange={(changed) => setSaved(changed.target.checked)}
				className="needs-script"
			/>
			{actionData ? <input type="hidden" name={fieldNames.key} value={actionData.key} /> : null}
			{eventAccess ? <input type="hidden" name={fieldNames.eventAccess} value={eventAccess} /> : null}
			{phase === 'waiting' ? <Waiting onStop={sending.stopWaiting} /> : null}
			{isGone ? <LastOnesGone /> : null}
			{failure?.metadata.rule === 'price-changed' ? (
				<Suspense>
					<PriceChanged
						fromMinor={sending.seenMinor}
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
			<Submit
				{...choice}
				count={count}
				{...{ isGone, isRequest }}
				isLoading={phase !== 'idle'}
				organiser={event.organiser.name}
			/>
		</Form>
	);
}

/** Checks, prices and sends what the form holds; what was refused, by its fields, until something is changed. */
function useSentRegistration(props: {
	event: PublicEvent;
	offer: Offer;
	actionData: RegistrationResult | undefined;
	eventAccess: string | undefined;
	/** Whether this device remembers the buyer; null: unknown. */
	isSaved: boolean | null;
	onRefused: (failure: RegistrationFailure) => void;
}) {
	const { i18n } = useLingui();
	const formats = useFormats();
	const { event, offer, actionData, eventAccess, isSaved, onRefused } = props;
	/** What the form showed as the total when it was sent. */
	const [seenMinor, setSeenMinor] = useState<number | null>(null);
	const [dismissed, setDismissed] = useState<RegistrationFailure | null>(null);
	const onPlaced = useOpenOrder(event);
	const registration = useRegistration({
		...{ event, eventAccess, actionData, onRefused, onPlaced },
		async prepare(parts, values, order) {
			const failure = parts.checkOrder(order);
			if (failure) return { order, failure };
			if (isSaved !== null) saveBuyer(isSaved ? order.buyer : null);
			const kindOf = (id: string) => offer.types.find((type) => type.id === id)?.kind ?? 'free';
			if (order.items.every(({ ticketTypeId }) => kindOf(ticketTypeId) === 'free')) return { order };
			const { priceOrder } = await parts.loadPricing();
			const priced = priceOrder(order, values.amounts, offer, { i18n, formats });
			if ('failure' in priced) return { order, failure: priced.failure };
			setSeenMinor(priced.totalMinor);
			return priced;
		},
	});
	const { phase, order, submit, stopWaiting } = registration;
	const failure = registration.failure === dismissed ? null : registration.failure;
	const refusals = useRefusals(failure, { order, event, offer, actionData });
	const dismiss = () => setDismissed(registration.failure);
	return { phase, failure, refusals, seenMinor, submit, dismiss, stopWaiting };
}

/** Who buys, and what the organiser asks everybody for. */
function BuyerFields(props: {
	name: React.RefObject<HTMLInputElement | null>;
	email: React.RefObject<HTMLInputElement | null>;
	typed: RegistrationResult['values'] | undefined;
	errors: Record<string, string>;
	/** The organiser has to approve it. */
	isRequest: boolean;
}) {
	const { t, i18n } = useLingui();
	const { hasEmail } = useSite();
	const { name, email, typed, errors, isRequest } = props;
	return (
		<>
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
				hint={hasEmail ? (isRequest ? t`We’ll email you here.` : t`We’ll send your ticket here.`) : undefined}
				defaultValue={typed?.email}
				error={errors[fieldNames.email]}
			/>
			{registrationFields.map((field) => (
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
		</>
	);
}

/** The order waits in the browser for a connection. */
function Waiting({ onStop }: { onStop: () => void }) {
	const { t } = useLingui();
	return (
		<Callout
			tone="warning"
			isUrgent
			title={t`You’re offline`}
			action={
				<Button variant="outline" size="sm" onClick={onStop}>
					{t`Don’t send`}
				</Button>
			}
		>
			<Trans>We’ll send your registration as soon as you’re back online. Keep this page open.</Trans>
		</Callout>
	);
}

/** The button, as it fits what is chosen. */
function Submit(props: {
	offer: Offer;
	quantities: Record<string, number>;
	amounts: Record<string, string>;
	count: number;
	isGone: boolean;
	isRequest: boolean;
	isLoading: boolean;
	organiser: string;
}) {
	const { t } = useLingui();
	const { count, isGone, isRequest, isLoading, ...choice } = props;
	const { types } = choice.offer;
	return (
		<div className="flex flex-col gap-2">
			<Button
				type="submit"
				size="lg"
				tone="event"
				isLoading={isLoading}
				{...(isGone && { disabledReason: t`No tickets are available right now.` })}
				className="w-full"
			>
				{isRequest ? (
					t`Send request`
				) : hasPrice(types) ? (
					<Suspense fallback={t`Get tickets`}>
						<PayLabel {...choice} otherwise={count > 0 ? t`Register` : t`Get tickets`} />
					</Suspense>
				) : count > 1 ? (
					<Plural value={count} one="Register # ticket" other="Register # tickets" />
				) : (
					t`Register`
				)}
			</Button>
			<SharedWith {...props} />
		</div>
	);
}
