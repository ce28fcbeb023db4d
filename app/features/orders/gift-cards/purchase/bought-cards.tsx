import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useSite } from '#app/shell/site.ts';
import { EndText } from '../end-text.tsx';
import { GiftCardPicture } from '../picture.tsx';
import { BoughtCardItem } from './bought-card.tsx';
import type { BoughtCard, PurchaseActions } from './use-purchase.ts';

interface Printed {
	card: BoughtCard;
	code: string;
}

/** The cards of a purchase that is paid for. */
export function BoughtCards({ actions }: { actions: PurchaseActions }) {
	const { t } = useLingui();
	const [printed, setPrinted] = useState<Printed | null>(null);
	useEffect(() => {
		if (!printed) return;
		const end = () => setPrinted(null);
		window.addEventListener('afterprint', end);
		window.print();
		return () => window.removeEventListener('afterprint', end);
	}, [printed]);
	return (
		<div id="bought-cards" className="flex flex-col gap-4">
			<ul aria-label={t`Gift cards`} className="flex flex-col gap-4" data-print="hide">
				{actions.purchase.cards.map((card, index) => (
					<BoughtCardItem
						key={card.id}
						card={card}
						number={index + 1}
						actions={actions}
						onPrint={(one, code) => setPrinted({ card: one, code })}
					/>
				))}
			</ul>
			<p className="max-w-measure text-compact text-muted" data-print="hide">
				<Trans>Anyone with the link of this page can see the codes. Don’t share it.</Trans>
			</p>
			{printed ? <PrintedCard actions={actions} printed={printed} /> : null}
		</div>
	);
}

/** What stands on paper: one card, its code and how to use it. */
function PrintedCard({ actions, printed: { card, code } }: { actions: PurchaseActions; printed: Printed }) {
	const formats = useFormats();
	const { appUrl } = useSite();
	const { organiser, currency } = actions.purchase;
	const address = `${appUrl || window.location.origin}/organisers/${organiser.slug}`;
	return (
		<section className="hidden max-w-md flex-col gap-5 print:flex">
			<GiftCardPicture
				organiser={organiser}
				amount={formats.money(card.amountMinor, currency)}
				recipientName={card.recipientName}
				senderName={card.senderName}
			/>
			{card.message ? (
				<p className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
					{card.message}
				</p>
			) : null}
			<p className="font-mono text-2xl font-semibold tracking-wide">{code}</p>
			<p>
				<Trans>
					Enter this code at checkout to pay for tickets to any event of {organiser.name}: {address}
				</Trans>
			</p>
			<p>
				<EndText expiresOn={card.expiresOn} />
			</p>
		</section>
	);
}
