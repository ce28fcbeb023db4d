import { Plural, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { DoorShop } from '#shared/contracts/door-sales.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { SalesView, Till } from '../model.ts';
import { itemsOf, ticketsIn } from './cart.ts';
import { CartStep } from './cart-step.tsx';
import { CashNotice, DrawerBar } from './drawer-bar.tsx';
import { DrawerDialog } from './drawer-dialog.tsx';
import { PayStep } from './pay-step.tsx';
import { Refusal } from './refusal.tsx';
import { OfflineNotice, SalesQueue } from './sales-queue.tsx';
import { SoldStep } from './sold-step.tsx';
import { UnpaidOrders } from './unpaid-orders.tsx';
import type { Payer, SaleFlow } from './use-sale-flow.ts';
import { WaitingStep } from './waiting-step.tsx';

export interface SellSheetProps {
	isOpen: boolean;
	till: Till;
	view: SalesView;
	flow: SaleFlow;
	payer: Payer | null;
	canEnter: boolean;
	timeZone: string;
	/** Goes on with the payment of an order that waits for it. */
	onPayer?: ((payer: Payer) => void) | undefined;
	onClose(): void;
}

/** Selling, over the whole height: the cart, the payment, and the result. */
export function SellSheet(props: SellSheetProps) {
	const { isOpen, till, view, flow, payer, onClose } = props;
	const { t } = useLingui();
	const [counting, setCounting] = useState<'open' | 'close' | null>(null);
	const { stage } = flow;
	const { shop } = view;
	return (
		<Sheet
			isOpen={isOpen}
			onClose={onClose}
			title={payer ? t`Take payment` : t`Sell tickets`}
			actions={
				stage.at === 'pay' && !payer ? (
					<Button variant="ghost" icon={ArrowLeft} className="min-h-11" onClick={flow.back}>
						{t`Back`}
					</Button>
				) : null
			}
			footer={
				stage.at === 'cart' && shop?.isOpen ? <CartFooter {...{ till, flow, shop, view }} /> : undefined
			}
		>
			{shop ? (
				<Stages {...props} shop={shop} onCount={setCounting} />
			) : (
				<NoShop view={view} onRetry={() => till.refresh()} />
			)}
			{counting ? (
				<DrawerDialog action={counting} till={till} view={view} onClose={() => setCounting(null)} />
			) : null}
		</Sheet>
	);
}

function Stages(props: SellSheetProps & { shop: DoorShop; onCount(action: 'open' | 'close'): void }) {
	const { till, view, flow, payer, canEnter, timeZone, shop, onCount, onPayer, onClose } = props;
	const { t } = useLingui();
	const { stage } = flow;
	const done = () => {
		flow.next();
		if (payer) onClose();
	};
	if (stage.at === 'sold')
		return (
			<SoldStep
				result={stage.result}
				entered={stage.entered}
				isEntering={stage.isEntering}
				currency={shop.terms.currency}
				email={payer ? '' : flow.cart.email.trim()}
				isPayment={payer !== null}
				onNext={done}
			/>
		);
	if (stage.at === 'waiting')
		return <WaitingStep flow={flow} sale={stage.sale} isConnected={view.isConnected} onDone={done} />;
	return (
		<div className="flex flex-col gap-4">
			<DrawerBar view={view} onCount={onCount} />
			<SalesQueue view={view} till={till} timeZone={timeZone} />
			{stage.at === 'pay' ? (
				<PayStep {...{ flow, view, shop, payer }} onOpenDrawer={() => onCount('open')} />
			) : shop.isOpen ? (
				<>
					<OfflineNotice view={view} />
					<CartStep {...{ view, shop, canEnter }} cart={flow.cart} onChange={flow.setCart} />
					{view.isConnected && onPayer ? <UnpaidOrders till={till} onPayer={onPayer} /> : null}
					{shop.ways.includes('cash') ? <CashNotice country={shop.cashNotice} /> : null}
				</>
			) : (
				<EmptyState
					title={t`Door sales aren’t open`}
					description={t`The event is over, isn’t published, or has no door sales. Ask the organiser.`}
				/>
			)}
		</div>
	);
}

/** The total, always in sight. */
function CartFooter(props: { till: Till; view: SalesView; flow: SaleFlow; shop: DoorShop }) {
	const { till, flow, shop } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const { cart } = flow;
	const count = ticketsIn(cart);
	const items = itemsOf(cart, shop);
	const quote = items && items.length > 0 ? till.price(items) : null;
	const problem = quote instanceof AppError ? errorText(quote) : '';
	const total = quote && !(quote instanceof AppError) ? quote.totalMinor : null;
	return (
		<div className="flex w-full flex-col gap-3">
			<Refusal error={flow.error} />
			{problem ? (
				<p role="alert" className="text-sm text-danger">
					{problem}
				</p>
			) : null}
			<div className="flex items-center justify-between gap-4" role="status">
				<span className="text-muted">
					<Plural value={count} one="# ticket" other="# tickets" />
				</span>
				<span className="text-2xl font-semibold tabular-nums">
					{formats.money(count === 0 ? 0 : (total ?? 0), shop.terms.currency)}
				</span>
			</div>
			<Button
				size="lg"
				className="min-h-16 w-full text-lg"
				isDisabled={count === 0 || total === null}
				onClick={flow.toPay}
			>
				{t`Continue to payment`}
			</Button>
		</div>
	);
}

function NoShop({ view, onRetry }: { view: SalesView; onRetry(): unknown }) {
	const { t } = useLingui();
	if (!view.error)
		return (
			<div className="grid place-content-center py-16">
				<Spinner size={32} />
			</div>
		);
	return (
		<div className="flex flex-col gap-4">
			<Refusal error={view.error} />
			<Button size="lg" className="min-h-14" onClick={() => void onRetry()}>
				{t`Try again`}
			</Button>
		</div>
	);
}
