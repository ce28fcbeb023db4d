import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type BankLine, importBankFile } from '#shared/contracts/bank-files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type BankSkipReason, bankLineStates, bankSkipReasons } from '#shared/rules/bank-lines.ts';
import { BANK_FILE_MB } from '#shared/rules/file-sizes.ts';
import { useBankActions, useBankLines } from '../api.ts';
import { LineRow } from './bank-line-row.tsx';
import { SendButtons } from './send-buttons.tsx';
import { StateList } from './state-list.tsx';

const stateLabels: Record<BankLine['state'], ReturnType<typeof msg>> = {
	new: msg`To match`,
	matched: msg`Matched`,
	ignored: msg`Dismiss`,
};

const emptyTexts: Record<BankLine['state'], ReturnType<typeof msg>> = {
	new: msg`No transfers to match.`,
	matched: msg`No matched transfers yet.`,
	ignored: msg`No dismissed transfers.`,
};

const MAX_BYTES = importBankFile.upload?.maxBytes;

/** Bank statements: transfers that name an order pay it; the rest waits here for a person. */
export function BankCard(props: { organisation: string; isEditable: boolean }) {
	const { organisation, isEditable } = props;
	const { t } = useLingui();
	const [state, setState] = useState<BankLine['state']>('new');
	const lines = useBankLines(organisation, state);
	const [matching, setMatching] = useState<BankLine | null>(null);
	return (
		<Card
			title={<Trans>Bank transfers</Trans>}
			description={
				<Trans>Import a bank statement: transfers are matched with orders by their reference.</Trans>
			}
		>
			<div className="flex flex-col gap-4">
				{isEditable ? <StatementField organisation={organisation} /> : null}
				<StateList
					label={t`Transfers`}
					state={state}
					states={bankLineStates}
					onState={setState}
					labels={stateLabels}
					emptyTexts={emptyTexts}
					list={lines}
					row={(line) => (
						<LineRow
							key={line.id}
							organisation={organisation}
							line={line}
							isEditable={isEditable}
							onMatch={() => setMatching(line)}
						/>
					)}
				/>
			</div>
			{matching ? (
				<MatchDialog organisation={organisation} line={matching} onClose={() => setMatching(null)} />
			) : null}
		</Card>
	);
}

/** Chooses a file, and says what became of its lines. */
function StatementField({ organisation }: { organisation: string }) {
	const { t } = useLingui();
	const { importFile } = useBankActions(organisation);
	const [isRefused, setRefused] = useState(false);
	const { error } = importFile;
	/** The error of the file. */
	const sentence = error instanceof AppError ? error.details[0]?.message : undefined;
	return (
		<>
			<FileField
				label={t`Bank statement`}
				accept=".csv,.xml,.xlsx,.txt,.tsv,.zip,.sta,.mt940,.940"
				maxBytes={MAX_BYTES}
				note={t`CAMT (XML or ZIP), MT940, CSV or Excel, up to ${BANK_FILE_MB} MB. Only incoming transfers are stored, not the file.`}
				error={
					isRefused
						? t`This file can’t be used. Choose CAMT, MT940, CSV or Excel up to ${BANK_FILE_MB} MB.`
						: sentence
				}
				isDisabled={importFile.isPending}
				onFiles={({ accepted: [file], refused }) => {
					setRefused(refused.length > 0);
					importFile.reset();
					if (file) importFile.mutate(file);
				}}
			/>
			<div role="status" className="contents">
				{importFile.isPending ? (
					<p className="flex items-center gap-2 text-sm text-muted">
						<Spinner size={16} />
						<Trans>Matching transfers with orders</Trans>
					</p>
				) : null}
				{importFile.data ? <ImportResult {...importFile.data} /> : null}
			</div>
			<ErrorCallout error={sentence ? null : error} />
		</>
	);
}

/** Lines that were left out of a statement. */
const skipLabels: Record<BankSkipReason, ReturnType<typeof msg>> = {
	outgoing: msg`Money that went out`,
	pending: msg`Not booked yet`,
	reversed: msg`Reversed or returned`,
	balance: msg`Balances and totals`,
	'no-date': msg`Rows without a date`,
	'no-amount': msg`Rows without an amount`,
	note: msg`Lines around the table`,
};

function ImportResult(result: {
	matched: number;
	waiting: number;
	maybeSame: number;
	known: number;
	skippedBy: Partial<Record<BankSkipReason, number>>;
}) {
	const { matched, waiting, maybeSame, known, skippedBy } = result;
	const { i18n } = useLingui();
	return (
		<Callout
			tone={waiting > 0 ? 'warning' : 'success'}
			title={<Plural value={matched} one="# transfer matched" other="# transfers matched" />}
		>
			<ul>
				{waiting > 0 ? (
					<li>
						<Plural value={waiting} one="# waits for you below." other="# wait for you below." />
					</li>
				) : null}
				{known > 0 ? (
					<li>
						<Plural value={known} one="# was imported before." other="# were imported before." />
					</li>
				) : null}
				{maybeSame > 0 ? (
					<li>
						<Plural
							value={maybeSame}
							one="# may be a transfer that was imported before."
							other="# may be transfers that were imported before."
						/>
					</li>
				) : null}
				{bankSkipReasons.map((reason) => {
					const times = skippedBy[reason] ?? 0;
					const label = i18n._(skipLabels[reason]);
					return times > 0 ? (
						<li key={reason}>
							<Trans>
								Left out: {label} ({times})
							</Trans>
						</li>
					) : null;
				})}
			</ul>
		</Callout>
	);
}

function MatchDialog(props: { organisation: string; line: BankLine; onClose: () => void }) {
	const { organisation, line, onClose } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const keyOf = useKeyOf();
	const { match } = useBankActions(organisation);
	const [reference, setReference] = useState(line.order?.reference ?? '');
	const [isSent, setSent] = useState(false);
	const amount = formats.money(line.amountMinor, line.currency);
	const send = async () => {
		setSent(true);
		const typed = reference.trim();
		if (typed === '' || match.isPending) return;
		await match.mutateAsync({ line: line.id, reference: typed, key: keyOf({ typed }) });
		toast({ variant: 'success', description: t`Matched: the order is confirmed` });
		onClose();
	};
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!match.isPending}
			title={t`Match ${amount} with an order`}
			description={t`The order is confirmed as paid with this transfer, and its buyer gets the tickets. Any excess is owed to the buyer.`}
			footer={
				<SendButtons
					isPending={match.isPending}
					onSend={send}
					onClose={onClose}
					label={<Trans>Match</Trans>}
				/>
			}
		>
			<form
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault();
					void send().catch(() => {});
				}}
			>
				<ErrorCallout error={match.error} />
				<TextField
					label={t`Reference of the order`}
					hint={t`It starts with RF and is on the order page and in the email with the payment details.`}
					maxLength={60}
					value={reference}
					error={isSent && reference.trim() === '' ? t`This field is required.` : undefined}
					onChange={(change) => setReference(change.target.value)}
				/>
			</form>
		</Dialog>
	);
}
