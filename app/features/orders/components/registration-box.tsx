import { Trans, useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useHydrated } from '#app/lib/hydrated.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Money } from '#app/ui/money.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import type { RegistrationFailure, RegistrationResult } from '../registration-answer.ts';
import { hasPrice, offeredOf, summariseSale } from '../sale-lines.ts';
import { useLiveTypes } from '../use-live-types.ts';
import { RegisterBar } from './register-bar.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { TicketChoice } from './ticket-choice.tsx';

export interface RegistrationBoxProps {
	event: PublicEvent;
	/** As the page was rendered; kept fresh by the box itself. */
	ticketTypes: TicketType[];
	/** What `placeOrderAction` of the page's route answered, if it was asked. */
	actionData?: RegistrationResult | undefined;
	/** For an event behind a password: what `unlockEvent` gave. */
	eventAccess?: string | undefined;
	/** What is left may change while the page is open. */
	onSoldOut: (isSoldOut: boolean) => void;
}

/**
 * Registering, in place on the event's page: the tickets, two fields, one button. Works as a plain form; with script it checks before it
 * sends, keeps trying through a bad connection and shows what is left as it changes.
 */
export function RegistrationBox(props: RegistrationBoxProps) {
	const { event, ticketTypes, actionData, eventAccess, onSoldOut } = props;
	const { types, refresh, learn } = useLiveTypes(event.id, ticketTypes, eventAccess);
	const offered = offeredOf(types);
	const summary = summariseSale(offered);
	const isSoldOut = summary.state === 'sold_out';
	useEffect(() => onSoldOut(isSoldOut), [isSoldOut, onSoldOut]);
	// Whoever has begun keeps the form and what is in it, whatever happens to the tickets meanwhile.
	const [hasBegun, setHasBegun] = useState(actionData !== undefined);
	const { t } = useLingui();
	const price = useOnePrice(offered);
	const verb = hasPrice(offered) ? t`Get tickets` : t`Register`;
	const isPreview = event.status === 'draft';
	const isPaused = event.status === 'postponed';
	const showsForm = !isPreview && !isPaused && (summary.state === 'open' || hasBegun);
	const onRefused = useCallback(
		({ metadata }: RegistrationFailure) => {
			const { rule, ticketTypeId, left } = metadata;
			if (rule === 'sold-out' && typeof ticketTypeId === 'string' && typeof left === 'number')
				learn(ticketTypeId, left);
			else void refresh();
		},
		[learn, refresh],
	);
	const box = useRef<HTMLElement>(null);
	return (
		<section
			ref={box}
			id="register"
			aria-labelledby="register-title"
			className="flex scroll-mt-20 flex-col gap-4 rounded-xl border border-hairline bg-surface p-5 shadow-lift"
			onFocus={() => {
				if (hasBegun) return;
				setHasBegun(true);
				void refresh();
			}}
		>
			<header className="flex items-baseline justify-between gap-3">
				<h2 id="register-title" className="text-lg font-semibold">
					{verb}
				</h2>
				{price ? <Money className="text-sm font-medium text-event-ink">{price}</Money> : null}
			</header>
			{showsForm ? <RegisterBar box={box} price={price} verb={verb} /> : null}
			{showsForm ? (
				<RegistrationForm
					event={event}
					types={offered}
					actionData={actionData}
					eventAccess={eventAccess}
					onRefused={onRefused}
					onShowAll={refresh}
				/>
			) : (
				<>
					<SaleNotice event={event} types={offered} />
					{offered.length > 0 ? (
						<TicketChoice
							types={offered}
							isReadOnly={isPreview || isPaused}
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

/** The price, where there is only one; several stand beside their types. */
function useOnePrice(types: readonly TicketType[]): string | null {
	const { t } = useLingui();
	const formats = useFormats();
	const [first, ...others] = types;
	if (!first || first.kind === 'donation' || others.some((type) => type.priceMinor !== first.priceMinor))
		return null;
	return first.priceMinor === 0 ? t`Free` : formats.money(first.priceMinor, first.currency);
}

/** Why there is no form, and what will come. */
function SaleNotice({ event, types }: { event: PublicEvent; types: readonly TicketType[] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const isHydrated = useHydrated();
	if (event.status === 'draft') {
		return (
			<Callout icon={Eye} title={t`Preview`}>
				<Trans>Registration opens when you publish.</Trans>
			</Callout>
		);
	}
	if (event.status === 'postponed') {
		return (
			<Callout tone="warning" title={t`Postponed`}>
				<Trans>Registration reopens once there’s a new date.</Trans>
			</Callout>
		);
	}
	const summary = summariseSale(types);
	const notices: Record<string, ReactNode> = {
		none: (
			<Callout title={t`Registration isn’t open yet`}>
				<Trans>There are no tickets for this event yet.</Trans>
			</Callout>
		),
		sold_out: (
			<Callout tone="warning" title={t`Sold out`}>
				<Trans>All spots are taken. Check back: cancelled spots reappear here.</Trans>
			</Callout>
		),
		unavailable: (
			<Callout title={t`Coming soon`}>
				<Trans>Tickets aren’t on sale yet.</Trans>
			</Callout>
		),
		ended: (
			<Callout title={t`Registration is closed`}>
				<Trans>This event no longer takes registrations.</Trans>
			</Callout>
		),
	};
	if (summary.state === 'not_yet') {
		const opens = formats.dateTime(summary.opensAt, event.timeZone);
		const soon = formats.relative(summary.opensAt);
		return (
			<Callout tone="info" title={t`Registration opens ${opens}`}>
				<Trans>No need to reload.</Trans>
				{isHydrated ? <span className="block text-muted">{soon}</span> : null}
			</Callout>
		);
	}
	return notices[summary.state] ?? null;
}
