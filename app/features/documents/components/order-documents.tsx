import { Trans, useLingui } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Money } from '#app/ui/money.tsx';
import { toast } from '#app/ui/toast-store.ts';
import * as contracts from '#shared/contracts/documents.ts';
import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { askGiftReceipt } from '#shared/contracts/gift-receipts.ts';
import { documentKindLabels } from '../document-labels.ts';
import { GiftReceiptDialog } from './gift-receipt-dialog.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { OwnEInvoices } from './own-e-invoices.tsx';

/** Receipts, invoices and credit notes of a paid order, and the ways to an invoice and to the receipt of a donation. */
export function OrderDocuments(props: {
	manageToken: string;
	timeZone: string;
	/** Changes with the order's money: its documents are read again. */
	state: string;
}) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { manageToken, state } = props;
	const { found, error, read, ask, askGiftReceipt } = useOrderDocuments(manageToken, state);
	const [asking, setAsking] = useState<'invoice' | 'gift-receipt' | null>(null);
	if (!found)
		return error ? (
			<Callout
				tone="warning"
				title={t`Couldn’t load your receipt`}
				action={<Button variant="outline" size="sm" onClick={() => void read()}>{t`Try again`}</Button>}
			>
				{errorText(error)}
			</Callout>
		) : null;
	const hasInvoice = found.data.some(({ kind }) => kind === 'invoice');
	return (
		<section aria-labelledby="order-documents" className="flex flex-col items-start gap-3">
			<h2 id="order-documents" className="text-lg font-medium">
				<Trans>Receipt and invoice</Trans>
			</h2>
			{found.data.length > 0 ? (
				<ul className="flex w-full max-w-form flex-col divide-y divide-hairline rounded-lg border border-hairline bg-surface">
					{found.data.map((document) => (
						<Row key={document.id} {...{ document, manageToken }} timeZone={props.timeZone} />
					))}
				</ul>
			) : (
				<p className="text-sm text-muted">
					<Trans>This order was refunded before a receipt was issued.</Trans>
				</p>
			)}
			<div className="flex flex-wrap gap-2">
				{found.giftReceipt === 'none' ? null : (
					<Button variant="outline" onClick={() => setAsking('gift-receipt')}>
						{found.giftReceipt === 'issued' ? t`Change the donation receipt` : t`Get a donation receipt`}
					</Button>
				)}
				{found.canInvoice ? (
					<Button variant="outline" onClick={() => setAsking('invoice')}>
						{hasInvoice ? t`Change the invoice` : t`Get an invoice`}
					</Button>
				) : null}
			</div>
			{found.isInvoiceWaiting ? (
				<p className="text-sm text-muted">
					<Trans>
						An invoice can’t be issued yet: the organiser still has to enter details that it must show. You
						can get it here once they have.
					</Trans>
				</p>
			) : null}
			{asking === 'gift-receipt' ? (
				<GiftReceiptDialog
					hasReceipt={found.giftReceipt === 'issued'}
					onAsk={async (recipient) => {
						const { label } = await askGiftReceipt(recipient);
						setAsking(null);
						toast({ variant: 'success', description: t`Donation receipt ${label} is ready` });
					}}
					onClose={() => setAsking(null)}
				/>
			) : null}
			{asking === 'invoice' ? (
				<InvoiceDialog
					hasInvoice={hasInvoice}
					onAsk={async (recipient) => {
						const { label } = await ask(recipient);
						setAsking(null);
						toast({ variant: 'success', description: t`Invoice ${label} is ready` });
					}}
					onClose={() => setAsking(null)}
				/>
			) : null}
		</section>
	);
}

function Row(props: { document: contracts.Document; manageToken: string; timeZone: string }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { document, manageToken } = props;
	const { id, label, kind, issuedAt, grossMinor, currency } = document;
	const title = i18n._(documentKindLabels[kind]);
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<Icon icon={FileText} size={20} className="flex-none text-muted" />
			<div className="min-w-0 flex-1">
				<a
					className="link font-medium"
					href={`/api/orders/${encodeURIComponent(manageToken)}/documents/${id}/file`}
					target="_blank"
					rel="noreferrer"
					aria-label={t`${title} ${label} (PDF, opens in a new tab)`}
				>
					{title}
				</a>
				<p className="text-compact text-muted [overflow-wrap:anywhere]">
					{label} · {formats.shortDate(issuedAt, props.timeZone)}
				</p>
				<OwnEInvoices document={document} manageToken={manageToken} />
			</div>
			<Money>{formats.money(grossMinor, currency)}</Money>
		</li>
	);
}

interface IssueInput<Body> {
	params: { manageToken: string };
	body: Body;
	hasBearer: false;
	idempotencyKey: string;
}

/** The documents behind the link of an order; read again whenever `state` changes. */
function useOrderDocuments(manageToken: string, state: string) {
	const [found, setFound] = useState<ResultOf<typeof contracts.listOwnDocuments> | null>(null);
	const [error, setError] = useState<unknown>(null);
	const read = useCallback(async () => {
		try {
			setFound(
				await publicApi.call(contracts.listOwnDocuments, { params: { manageToken }, hasBearer: false }),
			);
			setError(null);
		} catch (failed) {
			setError(failed);
		}
	}, [manageToken]);
	// Another state of the order's money brings other documents.
	useEffect(() => void read(), [read, state]);
	/** A request for a document; after it the documents are read again. */
	async function issue<Body, Answer>(body: Body, call: (input: IssueInput<Body>) => Promise<Answer>) {
		const issued = await call({
			params: { manageToken },
			body,
			hasBearer: false,
			idempotencyKey: newIdempotencyKey(),
		});
		await read();
		return issued;
	}
	return {
		found,
		error,
		read,
		ask: (body: contracts.InvoiceRecipient) =>
			issue(body, (input) => publicApi.call(contracts.askInvoice, input)),
		askGiftReceipt: (body: BodyOf<typeof askGiftReceipt>) =>
			issue(body, (input) => publicApi.call(askGiftReceipt, input)),
	};
}
