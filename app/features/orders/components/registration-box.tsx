import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useBrowserValue } from '#app/lib/hydrated.ts';
import { latePart, optionalPart } from '#app/lib/optional-part.tsx';
import { Money } from '#app/ui/money.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { RegistrationFailure, RegistrationResult } from '../registration-answer.ts';
import { HOLDS_KEY } from '../remembered-buyer.ts';
import { hasPrice, offeredOf, summariseSale, ticketsIn } from '../sale-lines.ts';
import { type Offer, useLiveTypes } from '../use-live-types.ts';
import { loadSending } from '../use-registration.ts';
import { PriceAlone } from './lazy-priced-parts.ts';
import { RegisterBar } from './register-bar.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { TicketChoice } from './ticket-choice.tsx';

/** Only a page without a form has it. */
const SaleNotice = latePart(() => import('./sale-notice.tsx').then((module) => module.SaleNotice));

/** Of events with codes alone. */
const CodePart = optionalPart(() => import('./code-part.tsx').then((module) => module.CodePart));

const HeldOrderNotice = optionalPart(() =>
	import('./held-order-notice.tsx').then((module) => module.HeldOrderNotice),
);

export interface RegistrationBoxProps {
	event: PublicEvent;
	/** As the page was rendered; refreshed by the box itself. */
	offer: Offer;
	/** The result of `placeOrderAction` of the page's route, if it was called. */
	actionData?: RegistrationResult | undefined;
	/** For an event behind a password: what `unlockEvent` gave. */
	eventAccess?: string | undefined;
	/** What is left may change while the page is open. */
	onSoldOut: (isSoldOut: boolean) => void;
}

/**
 * Registering, in place on the event's page: the tickets, two fields, one button. Works as a plain form; with script it checks before it
 * sends, retries through a bad connection and shows what is left as it changes.
 */
export function RegistrationBox(props: RegistrationBoxProps) {
	const { event, actionData, eventAccess, onSoldOut } = props;
	const live = useLiveTypes(event.id, props.offer, eventAccess);
	const { refresh, learn } = live;
	const offered = offeredOf(live.offer.types);
	const offer: Offer = { ...live.offer, types: offered };
	const summary = summariseSale(offered);
	const isSoldOut = summary.state === 'sold_out';
	useEffect(() => onSoldOut(isSoldOut), [isSoldOut, onSoldOut]);
	// Whoever has begun still has the form and what is in it, whatever happens to the tickets meanwhile.
	const [hasBegun, setHasBegun] = useState(actionData !== undefined);
	const { t } = useLingui();
	const price = usePrice(offer);
	const verb = hasPrice(offered) ? t`Get tickets` : t`Register`;
	const isClosed = event.status === 'draft' || event.status === 'postponed';
	const showsForm = !isClosed && (summary.state === 'open' || hasBegun);
	const onRefused = useCallback(
		({ metadata }: RegistrationFailure) => {
			const { rule, ticketTypeId, left } = metadata;
			if (rule === 'sold-out' && typeof ticketTypeId === 'string' && typeof left === 'number')
				learn(ticketTypeId, left);
			else void refresh(true);
		},
		[learn, refresh],
	);
	const hasHolds = useBrowserValue(() => mayHold(event.id));
	const box = useRef<HTMLElement>(null);
	return (
		<section
			ref={box}
			id="register"
			aria-labelledby="register-title"
			className="flex scroll-mt-20 flex-col gap-4 rounded-xl border border-hairline bg-surface p-5 shadow-lift"
			onFocus={() => {
				if (hasBegun || !showsForm) return;
				setHasBegun(true);
				loadSending().then(
					({ noteBegun }) => noteBegun(),
					() => {},
				);
				void refresh();
			}}
		>
			<header className="flex items-baseline justify-between gap-3">
				<h2 id="register-title" className="text-lg font-semibold">
					{verb}
				</h2>
				{price ? <Money className="text-sm font-medium text-event-ink">{price}</Money> : null}
			</header>
			{hasHolds ? <HeldOrderNotice eventId={event.id} /> : null}
			{!isClosed && (offer.takesCodes || offer.code) ? (
				<CodePart
					event={event.id}
					formId="registration"
					{...{ offer, eventAccess }}
					onOffer={live.setOffer}
				/>
			) : null}
			{showsForm ? <RegisterBar box={box} price={price} verb={verb} /> : null}
			{showsForm ? (
				<RegistrationForm
					event={event}
					offer={offer}
					actionData={actionData}
					eventAccess={eventAccess}
					onRefused={onRefused}
					onShowAll={refresh}
				/>
			) : (
				<>
					<Suspense>
						<SaleNotice {...{ event, summary, eventAccess }} offer={offer} />
					</Suspense>
					{offered.length > 0 ? (
						<TicketChoice
							offer={offer}
							isReadOnly={isClosed}
							timeZone={event.timeZone}
							quantities={{}}
							onChange={() => {}}
							onShowAll={refresh}
							errors={{}}
						/>
					) : null}
				</>
			)}
		</section>
	);
}

/** Whether this device may have an unfinished order of the event: only then the script that knows is fetched. */
function mayHold(eventId: string): boolean {
	try {
		return localStorage.getItem(HOLDS_KEY)?.includes(eventId) ?? false;
	} catch {
		return false;
	}
}

/** What coming costs, tax and fee in it, from the cheapest ticket to the dearest. A donation has no price to say. */
function usePrice({ types, pricing }: Offer): ReactNode {
	const { t } = useLingui();
	const tickets = ticketsIn(types);
	if (!tickets[0] || tickets.some(({ kind }) => kind === 'donation')) return null;
	if (!hasPrice(tickets)) return t`Free`;
	return (
		<Suspense>
			<PriceAlone types={tickets} pricing={pricing} />
		</Suspense>
	);
}
