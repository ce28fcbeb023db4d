import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { HandCoins, Ticket } from 'lucide-react';
import { useState } from 'react';
import type { DoorAccess } from '#app/features/check-in/api.ts';
import { SellKeyWaiting } from '#app/features/check-in/components/sell-key-waiting.tsx';
import type { DoorSession } from '#app/features/check-in/offline/door-session.ts';
import { Button } from '#app/ui/button.tsx';
import type { SalesView, Till } from '../model.ts';
import { useTill } from '../use-till.ts';
import { SellSheet } from './sell-sheet.tsx';
import { type Payer, useSaleFlow } from './use-sale-flow.ts';

export interface SellingProps {
	access: DoorAccess;
	session: DoorSession;
	timeZone: string;
	/** Whether this device may check in. */
	canEnter: boolean;
	/** The guest whose ticket was refused as unpaid just now. */
	unpaid: Payer | null;
	/** Whom a payment is being taken from. */
	payer: Payer | null;
	onPayer(payer: Payer | null): void;
	/** The payment has come. */
	onPaid(): void;
	/** Whether selling is over the page: what is scanned meanwhile is no ticket at the door. */
	onOpen(isOpen: boolean): void;
}

/** The key to selling on the scanner's page, with what it opens. Fetched only where the link may sell. */
export default function Selling({ access, session, ...props }: SellingProps) {
	const sales = useTill(access, session);
	return sales ? <SellingKeys {...sales} session={session} {...props} /> : <SellKeyWaiting />;
}

interface KeysProps extends Omit<SellingProps, 'access'> {
	till: Till;
	view: SalesView;
}

/** A large button that opens a dialog. */
const opener = { size: 'lg', variant: 'outline', 'aria-haspopup': 'dialog' } as const;

function SellingKeys(props: KeysProps) {
	const { till, view, session, timeZone, canEnter, unpaid, payer, onPayer, onPaid, onOpen } = props;
	const { t } = useLingui();
	const [isOpen, setOpen] = useState(false);
	const flow = useSaleFlow({ till, view, session, payer: null, canEnter });
	const open = (next: boolean) => {
		setOpen(next);
		onOpen(next);
		if (next) void till.refresh().catch(() => {});
	};
	return (
		<div className="flex min-w-0 flex-col gap-2">
			<Button {...opener} icon={Ticket} className="min-h-16 w-full" onClick={() => open(true)}>
				<Trans>Sell tickets</Trans>
			</Button>
			{unpaid ? (
				<Button
					{...opener}
					icon={HandCoins}
					className="min-h-16 w-full whitespace-normal! [overflow-wrap:anywhere]"
					onClick={() => onPayer(unpaid)}
				>
					{unpaid.name ? t`Take payment from ${unpaid.name}` : t`Take payment`}
				</Button>
			) : null}
			<p className="text-sm text-muted empty:hidden" role="status">
				{flow.stage.at === 'waiting' && !isOpen ? (
					<Trans>A sale is waiting for its payment.</Trans>
				) : view.queue.length > 0 ? (
					<Plural value={view.queue.length} one="# sale wasn’t sent yet" other="# sales weren’t sent yet" />
				) : null}
			</p>
			<SellSheet
				{...{ isOpen, till, view, flow, canEnter, timeZone }}
				payer={null}
				onPayer={(next) => {
					open(false);
					onPayer(next);
				}}
				onClose={() => open(false)}
			/>
			{payer ? (
				<TakePayment
					key={payer.guestId}
					{...{ till, view, session, canEnter, timeZone, payer }}
					onPaid={onPaid}
					onClose={() => onPayer(null)}
				/>
			) : null}
		</div>
	);
}

/** The payment of a ticket that waits for it, begun from the verdict. */
function TakePayment(
	props: Pick<KeysProps, 'till' | 'view' | 'session' | 'canEnter' | 'timeZone'> & {
		payer: Payer;
		onPaid(): void;
		onClose(): void;
	},
) {
	const { till, view, session, canEnter, timeZone, payer, onPaid, onClose } = props;
	const flow = useSaleFlow({ till, view, session, payer, canEnter, onSold: onPaid });
	return <SellSheet isOpen {...{ till, view, flow, payer, canEnter, timeZone, onClose }} />;
}
