import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Check, CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Icon } from '#app/ui/icon.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { SaleResult } from '../model.ts';
import { changeOf } from './cash-keys.ts';
import { guestsOf } from './use-sale-flow.ts';

export interface SoldStepProps {
	result: SaleResult;
	/** How many went in; null: not known yet, or not requested. */
	entered: number | null;
	isEntering: boolean;
	currency: string;
	/** Where ticket and receipt were sent; empty: nowhere. */
	email: string;
	isPayment: boolean;
	onNext(): void;
}

/** Tickets of a sale, and in cash what goes back. */
function figuresOf(result: SaleResult): { tickets: number; guests: number; change: number | null } {
	if (result.kind === 'server') {
		const { sale } = result;
		const isCash = sale.way === 'cash' && sale.totalMinor > 0;
		return {
			tickets: sale.attendees.length,
			guests: guestsOf(sale).length,
			change: isCash ? (sale.changeMinor ?? 0) : null,
		};
	}
	const { items, dueMinor, given } = result.sale;
	const tickets = items.reduce((total, { quantity }) => total + quantity, 0);
	return { tickets, guests: tickets, change: changeOf(dueMinor, given ?? dueMinor) };
}

/** Green: the money is there. The change stands large, and the focus on what comes next. */
export function SoldStep(props: SoldStepProps) {
	const { result, entered, isEntering, currency, email, isPayment, onNext } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const { tickets, guests, change } = figuresOf(result);
	const top = useRef<HTMLDivElement>(null);
	// The step before may have been scrolled.
	useEffect(() => void top.current?.scrollIntoView(), []);
	if (result.kind === 'device' && result.sale.isUnanswered) return <Unanswered onNext={onNext} />;
	return (
		<div
			ref={top}
			data-sold
			className="keep-colours -m-5 flex min-h-[calc(100%+2.5rem)] flex-col gap-5 bg-door-yes p-5 text-on-door-yes"
		>
			<div role="status" className="flex flex-1 flex-col items-center justify-center gap-3 text-center">
				<span
					className="grid size-20 shrink-0 place-items-center rounded-full border-4 border-current"
					aria-hidden="true"
				>
					<Icon icon={Check} size={24} className="size-12" />
				</span>
				<p className="text-3xl font-semibold">
					{result.kind === 'device' ? <Trans>Saved on this device</Trans> : <Trans>Paid</Trans>}
				</p>
				<p className="text-xl">
					{isPayment ? (
						<Trans>The ticket is valid now.</Trans>
					) : (
						<Plural value={tickets} one="# ticket sold" other="# tickets sold" />
					)}
				</p>
				{change === null ? null : (
					<p className="text-xl">
						<Trans>Change</Trans>
						<span className="block text-[3.5rem]/none font-semibold tabular-nums">
							{formats.money(change, currency)}
						</span>
					</p>
				)}
				<Entered {...{ result, entered, isEntering, guests: isPayment ? 1 : guests }} />
				{result.kind === 'device' ? (
					<p className="max-w-[36ch]">
						<Trans>It is sent as soon as you’re back online.</Trans>
					</p>
				) : null}
				{email ? (
					<p className="max-w-full [overflow-wrap:anywhere]">
						<Trans>Ticket and receipt go to {email}</Trans>
					</p>
				) : null}
			</div>
			{result.kind === 'server' && !email ? (
				<figure className="flex flex-col items-center gap-2">
					<QrCode value={result.sale.url} label={t`QR code of the receipt and tickets`} className="w-60" />
					<figcaption className="text-center">
						<Trans>Receipt and tickets on the guest’s phone</Trans>
					</figcaption>
				</figure>
			) : null}
			<NextKey onNext={onNext}>{isPayment ? t`Done` : t`Next sale`}</NextKey>
		</div>
	);
}

/** Sent, and no answer came: the server may have taken it. */
function Unanswered({ onNext }: { onNext(): void }) {
	const { t } = useLingui();
	return (
		<div className="keep-colours -m-5 flex min-h-[calc(100%+2.5rem)] flex-col gap-5 bg-door-wait p-5 text-on-door-wait">
			<div role="alert" className="flex flex-1 flex-col items-center justify-center gap-3 text-center">
				<Icon icon={CloudOff} size={24} className="size-12" />
				<p className="text-3xl font-semibold">
					<Trans>No response yet</Trans>
				</p>
				<p className="max-w-[36ch] text-lg">
					<Trans>
						Keep the cash separate and don’t sell this again. We keep retrying; if the sale is rejected,
						you’ll see it here.
					</Trans>
				</p>
			</div>
			<NextKey onNext={onNext}>{t`Next sale`}</NextKey>
		</div>
	);
}

/** It has the focus, so that the next sale is one press away. */
function NextKey({ onNext, children }: { onNext(): void; children: ReactNode }) {
	const key = useRef<HTMLButtonElement>(null);
	useEffect(() => key.current?.focus({ preventScroll: true }), []);
	return (
		<button
			ref={key}
			type="button"
			onClick={onNext}
			data-bottom-bar="low"
			className="sticky bottom-0 flex min-h-16 shrink-0 items-center justify-center rounded-lg border-2 border-current bg-inherit px-4 text-lg font-semibold outline-current outline-offset-4 focus-visible:outline-3"
		>
			{children}
		</button>
	);
}

function Entered(props: { result: SaleResult; entered: number | null; isEntering: boolean; guests: number }) {
	const { result, entered, isEntering, guests } = props;
	if (!isEntering || guests === 0) return null;
	if (result.kind === 'device' || entered === guests)
		return (
			<p className="text-lg font-medium">
				<Trans>Checked in</Trans>
			</p>
		);
	if (entered === null)
		return (
			<p className="text-lg">
				<Trans>Checking in…</Trans>
			</p>
		);
	return (
		<p className="max-w-[36ch] text-lg font-semibold">
			<Trans>
				{entered} of {guests} checked in. Check in the others on the guest list.
			</Trans>
		</p>
	);
}
