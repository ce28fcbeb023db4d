import { Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, Suspense, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { optionalPart } from '#app/lib/optional-part.tsx';
import { FieldError, useField } from '#app/ui/field.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { isCut } from '../page-types.ts';
import { fieldNames } from '../registration-answer.ts';
import { mostOf, settleQuantity, ticketsIn } from '../sale-lines.ts';
import type { Offer } from '../use-live-types.ts';
import { DonationAmount, TicketPrice, TierNote } from './lazy-priced-parts.ts';

/** Most tickets can be taken as they are. */
const notes = () => import('./ticket-notes.tsx');
const SaleBadge = optionalPart(() => notes().then((module) => module.SaleBadge));
const Notes = optionalPart(() => notes().then((module) => module.Notes));

/** What is on offer, each with its price, its state and how many to take. Several types may go into one order. */
export function TicketChoice(props: {
	offer: Offer;
	timeZone: string;
	quantities: Record<string, number>;
	onChange: (ticketTypeId: string, quantity: number) => void;
	/** What was typed for donations, from a form that came back. */
	defaultAmounts?: Record<string, string> | undefined;
	onAmount?: (ticketTypeId: string, typed: string) => void;
	/** Fetches the types that the page came without. */
	onShowAll: () => Promise<void>;
	errors: Record<string, string>;
	/** Only to look at: nothing can be chosen, and why stands elsewhere. */
	isReadOnly?: boolean;
}) {
	const ids = useField({ name: fieldNames.tickets, error: props.errors[fieldNames.tickets] });
	const { types, pricing, code } = props.offer;
	const { shown, more, showAll } = useShownTypes(types, props.onShowAll);
	const tickets = ticketsIn(shown);
	const addOns = shown.filter((type) => type.kind === 'add_on');
	const isOnly = ticketsIn(types).length === 1;
	const list = (of: readonly TicketType[]) => (
		<ul className="flex flex-col divide-y divide-hairline rounded-lg border border-hairline">
			{of.map((type) => (
				<TicketLine
					key={type.id}
					type={type}
					pricing={pricing}
					timeZone={props.timeZone}
					quantity={props.quantities[type.id] ?? 0}
					onChange={(quantity) => props.onChange(type.id, quantity)}
					defaultAmount={props.defaultAmounts?.[type.id]}
					onAmount={(typed) => props.onAmount?.(type.id, typed)}
					errors={props.errors}
					isOnly={isOnly && type.kind !== 'add_on'}
					isReadOnly={props.isReadOnly ?? false}
				/>
			))}
		</ul>
	);
	return (
		<fieldset
			id={ids.id}
			tabIndex={-1}
			aria-describedby={ids.errorId}
			onInput={ids.correct}
			className="flex flex-col"
		>
			<legend className="sr-only">
				<Trans>Tickets</Trans>
			</legend>
			{list(tickets)}
			{addOns.length > 0 ? (
				<>
					<h3 className="mt-4 mb-2 text-sm font-medium">
						<Trans>Add-ons</Trans>
					</h3>
					{list(addOns)}
				</>
			) : null}
			{more !== null ? (
				<a
					className="link mt-2 self-start"
					href={`?tickets=${more}${code ? `&code=${encodeURIComponent(code.code)}` : ''}#register`}
					onClick={showAll}
				>
					<Trans>More ticket types</Trans>
				</a>
			) : null}
			<div className="mt-1.5 empty:hidden">
				<FieldError id={ids.errorId}>{ids.error}</FieldError>
			</div>
		</fieldset>
	);
}

/**
 * A page with many types has room for the first ones. The others are shown on request: those that a refresh brings meanwhile
 * would push the fields away from under the finger.
 */
function useShownTypes(types: readonly TicketType[], fetchAll: () => Promise<void>) {
	const [folded, setFolded] = useState(() => new Set(types.filter(isCut).map(({ id }) => id)));
	const [isExpanded, setExpanded] = useState(false);
	if (isExpanded && folded.size > 0 && !types.some(isCut)) setFolded(new Set());
	const isShown = (type: TicketType) => !folded.has(type.id) && !isCut(type);
	const shown = types.filter(isShown);
	const next = types.findLastIndex(isShown) + 1;
	return {
		shown,
		/** Where a page with the next ones begins; null where all are shown. */
		more: shown.length < types.length ? next % types.length : null,
		showAll(event: MouseEvent) {
			event.preventDefault();
			setExpanded(true);
			void fetchAll();
		},
	};
}

function TicketLine(props: {
	type: TicketType;
	pricing: PricingTerms;
	timeZone: string;
	quantity: number;
	onChange: (quantity: number) => void;
	defaultAmount: string | undefined;
	onAmount: (typed: string) => void;
	errors: Record<string, string>;
	isOnly: boolean;
	isReadOnly: boolean;
}) {
	const { t } = useLingui();
	const { type, quantity, onChange, isOnly } = props;
	const error = props.errors[fieldNames.quantity(type.id)];
	const most = mostOf(type);
	const least = isOnly ? type.minPerOrder : 0;
	const isFixed = isOnly && most === 1 && quantity === 1;
	const name = fieldNames.quantity(type.id);
	return (
		<li className="flex flex-col gap-1 p-4">
			<div className="flex flex-wrap items-start justify-between gap-3">
				<div className="min-w-0 flex-1 basis-30">
					<p className="font-medium [overflow-wrap:anywhere]" dir="auto">
						{type.name}
					</p>
					<p className="text-sm text-muted">
						<Price type={type} pricing={props.pricing} />
						<Left type={type} />
					</p>
				</div>
				{props.isReadOnly ? null : most === 0 ? (
					<SaleBadge type={type} />
				) : isFixed ? (
					<input type="hidden" name={name} value="1" />
				) : (
					<NumberStepper
						label={t`Quantity, ${type.name}`}
						isLabelHidden
						name={name}
						min={least}
						max={most}
						value={quantity}
						onChange={(next) => onChange(settleQuantity(type, next, quantity))}
						className="flex-none"
						error={error ? <span className="sr-only">{error}</span> : undefined}
					/>
				)}
			</div>
			{type.tiers.length > 0 ? (
				<Suspense>
					<TierNote type={type} pricing={props.pricing} timeZone={props.timeZone} />
				</Suspense>
			) : null}
			{type.description ? (
				<p className="text-sm whitespace-pre-line text-muted [overflow-wrap:anywhere]" dir="auto">
					{type.description}
				</p>
			) : null}
			{type.kind === 'donation' && most > 0 && !props.isReadOnly ? (
				<Suspense>
					<DonationAmount
						type={type}
						pricing={props.pricing}
						defaultValue={props.defaultAmount}
						onChange={props.onAmount}
						error={props.errors[fieldNames.amount(type.id)]}
					/>
				</Suspense>
			) : null}
			{most === 0 || type.salesEndAt || type.admits > 1 || type.minPerOrder > 1 || type.needsApproval ? (
				<Notes type={type} most={most} timeZone={props.timeZone} />
			) : null}
			<FieldError>{error}</FieldError>
		</li>
	);
}

/** The price as the buyer pays it. */
function Price({ type, pricing }: { type: TicketType; pricing: PricingTerms }) {
	const { t } = useLingui();
	if (type.kind === 'free') return <span className="font-medium text-ink">{t`Free`}</span>;
	return (
		<Suspense>
			<TicketPrice type={type} pricing={pricing} />
		</Suspense>
	);
}

function Left({ type }: { type: TicketType }) {
	const formats = useFormats();
	if (type.state !== 'on_sale' || type.left === null) return null;
	const left = formats.number(type.left);
	return (
		<span className="text-warning">
			{' · '}
			<Trans>{left} left</Trans>
		</span>
	);
}
