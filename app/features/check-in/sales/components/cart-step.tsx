import { Plural, Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Minus, Plus } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon, type LucideIcon } from '#app/ui/icon.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { DoorShop } from '#shared/contracts/door-sales.ts';
import { allInMinor, type PricingTerms } from '#shared/rules/pricing/quote.ts';
import type { SalesView } from '../model.ts';
import {
	amountMinor,
	amountText,
	type Cart,
	countOf,
	type Offer,
	offersOf,
	roomFor,
	withCount,
} from './cart.ts';

/** Below this it is said how many are left. */
const FEW = 20;

export interface CartStepProps {
	view: SalesView;
	shop: DoorShop;
	cart: Cart;
	canEnter: boolean;
	onChange(cart: Cart): void;
}

/** What is sold: ticket types as large keys, and for whom. */
export function CartStep({ view, shop, cart, canEnter, onChange }: CartStepProps) {
	const { t } = useLingui();
	const offers = offersOf(view);
	const terms = view.isConnected ? shop.terms : (shop.allotment?.prices.terms ?? shop.terms);
	if (offers.length === 0)
		return (
			<EmptyState
				title={view.isConnected ? t`No tickets to sell` : t`You need a connection to sell here`}
				description={
					view.isConnected
						? t`The organiser decides what is sold at the door.`
						: t`No tickets are reserved for this device.`
				}
			/>
		);
	return (
		<div className="flex flex-col gap-5">
			<ul className="flex flex-col gap-2" aria-label={t`Ticket types`}>
				{offers.map((offer, index) => (
					<OfferRow
						key={offer.type.id}
						{...{ offer, terms, cart, onChange }}
						isFirst={index === 0}
						isOffline={!view.isConnected}
					/>
				))}
			</ul>
			{canEnter ? (
				<Switch
					label={t`Check in now`}
					hint={t`The guests are checked in as soon as they have paid.`}
					checked={cart.isEntering}
					onChange={(event) => onChange({ ...cart, isEntering: event.target.checked })}
				/>
			) : null}
			<GuestDetails cart={cart} onChange={onChange} />
		</div>
	);
}

function OfferRow(props: {
	offer: Offer;
	terms: PricingTerms;
	cart: Cart;
	isFirst: boolean;
	isOffline: boolean;
	onChange(cart: Cart): void;
}) {
	const { offer, terms, cart, isFirst, isOffline, onChange } = props;
	const { t } = useLingui();
	const { type, left } = offer;
	const count = countOf(cart, type.id);
	const hasRoom = roomFor(cart, offer) > 0;
	const set = (next: number) => onChange(withCount(cart, type.id, next));
	const isGone = left === 0;
	return (
		<li
			className={clsx(
				'flex flex-wrap items-stretch rounded-lg border-2 bg-surface',
				count > 0 ? 'border-ink' : 'border-control',
			)}
		>
			<button
				type="button"
				data-autofocus={isFirst || undefined}
				disabled={!hasRoom}
				onClick={() => set(count + 1)}
				className="flex min-h-16 min-w-0 flex-1 basis-36 flex-col items-start justify-center rounded-md px-4 py-2 text-start enabled:hover:bg-ink/5 enabled:active:bg-ink/10 disabled:cursor-not-allowed"
			>
				<span
					className={clsx('max-w-full text-lg font-medium [overflow-wrap:anywhere]', isGone && 'text-muted')}
					dir="auto"
				>
					{type.name}
				</span>
				<span className="text-sm text-muted tabular-nums">
					<Price offer={offer} terms={terms} />
					<Left left={left} isOffline={isOffline} />
				</span>
			</button>
			{count > 0 ? (
				<fieldset className="ms-auto flex items-center gap-1 p-1" aria-label={type.name}>
					<CountKey icon={Minus} label={t`One less: ${type.name}`} onClick={() => set(count - 1)} />
					<output className="min-w-8 text-center text-xl font-semibold tabular-nums">{count}</output>
					<CountKey
						icon={Plus}
						label={t`One more: ${type.name}`}
						isDisabled={!hasRoom}
						onClick={() => set(count + 1)}
					/>
				</fieldset>
			) : null}
			{count > 0 && type.kind === 'donation' ? (
				<DonationField {...{ cart, offer, onChange }} currency={terms.currency} />
			) : null}
		</li>
	);
}

function Price({ offer, terms }: { offer: Offer; terms: PricingTerms }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { type, priced } = offer;
	if (type.kind === 'free') return t`Free`;
	const price = formats.money(allInMinor(priced, terms), terms.currency);
	if (type.kind !== 'donation') return price;
	return priced.priceMinor === 0 ? t`Any amount` : t`From ${price}`;
}

function Left({ left, isOffline }: { left: number | null; isOffline: boolean }) {
	if (left === null || (left > FEW && !isOffline)) return null;
	return (
		<>
			{' · '}
			<span className={left === 0 ? 'font-medium text-danger' : 'font-medium text-ink'}>
				{left > 0 ? (
					<Plural value={left} one="# left" other="# left" />
				) : isOffline ? (
					<Trans>None left to sell offline</Trans>
				) : (
					<Trans>Sold out</Trans>
				)}
			</span>
		</>
	);
}

function CountKey(props: { icon: LucideIcon; label: string; isDisabled?: boolean; onClick(): void }) {
	return (
		<button
			type="button"
			aria-label={props.label}
			aria-disabled={props.isDisabled}
			onClick={() => {
				if (!props.isDisabled) props.onClick();
			}}
			className="grid size-14 place-items-center rounded-md bg-ink/7 text-ink hover:bg-ink/11 active:bg-ink/15 aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
		>
			<Icon icon={props.icon} size={24} />
		</button>
	);
}

function DonationField(props: { cart: Cart; offer: Offer; currency: string; onChange(cart: Cart): void }) {
	const { cart, offer, currency, onChange } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const { type } = offer;
	const least = formats.money(type.priceMinor, currency);
	const isRight = amountMinor(cart, type, currency) !== null;
	return (
		<TextField
			className="w-full px-4 pb-3"
			label={t`Amount for each`}
			prefix={currency}
			inputMode="decimal"
			autoComplete="off"
			maxLength={20}
			value={amountText(cart, type, currency)}
			error={isRight ? undefined : t`Enter ${least} or more.`}
			onChange={(event) =>
				onChange({ ...cart, amounts: new Map(cart.amounts).set(type.id, event.target.value) })
			}
		/>
	);
}

function GuestDetails({ cart, onChange }: { cart: Cart; onChange(cart: Cart): void }) {
	const { t } = useLingui();
	return (
		<details className="rounded-lg border border-hairline bg-surface">
			<summary className="flex min-h-12 cursor-pointer items-center rounded-lg px-4 font-medium">
				<Trans>Guest details (optional)</Trans>
			</summary>
			<div className="flex flex-col gap-4 px-4 pt-1 pb-4">
				<TextField
					label={t`Name`}
					value={cart.name}
					maxLength={200}
					autoComplete="off"
					onChange={(event) => onChange({ ...cart, name: event.target.value })}
				/>
				<TextField
					label={t`Email`}
					hint={t`Ticket and receipt are sent there.`}
					type="email"
					inputMode="email"
					value={cart.email}
					maxLength={254}
					autoComplete="off"
					autoCapitalize="off"
					onChange={(event) => onChange({ ...cart, email: event.target.value })}
				/>
			</div>
		</details>
	);
}
