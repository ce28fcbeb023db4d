import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import type { TaxReport } from '#shared/contracts/ledger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { AccountNames } from '../account-names.ts';
import { downloadDatev, downloadJournal } from '../api.ts';
import { type MissingAccount, missingOf } from '../datev-values.ts';

const DatevSheet = lazyDialog(() => import('./datev-sheet.tsx').then((module) => module.DatevSheet));

const ruleOf = (error: unknown) => (error instanceof AppError ? error.metadata.rule : undefined);

/** The entries of a month as files: CSV, XLSX, and for DATEV, with the accounts that it needs. */
export function JournalCard(props: {
	organisation: string;
	canManage: boolean;
	report: TaxReport;
	month: string;
	accountNames: AccountNames;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const showError = useErrorToast();
	const { report, organisation } = props;
	const [writing, setWriting] = useState<string | null>(null);
	const [isOpen, setOpen] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const [missing, setMissing] = useState<readonly MissingAccount[]>([]);
	const [currencies, setCurrencies] = useState(report.totals.map(({ currency }) => currency));

	async function download(name: string, work: () => Promise<void>) {
		setWriting(name);
		setProblem(null);
		try {
			await work();
		} catch (error) {
			if (ruleOf(error) === 'accounts-missing' || ruleOf(error) === 'accounting-settings-missing') {
				setMissing(missingOf(error));
				setProblem(errorText(error));
			} else {
				if (ruleOf(error) === 'currency-needed')
					setCurrencies((error as AppError).metadata.currencies as string[]);
				showError(error);
			}
		}
		setWriting(null);
	}
	const button = (name: string, label: string, work: () => Promise<void>) => (
		<Button
			key={name}
			variant="outline"
			isLoading={writing === name}
			onClick={() => void download(name, work)}
		>
			{label}
		</Button>
	);
	const openSettings = (
		<Button variant="outline" size="sm" onClick={() => setOpen(true)}>
			<Trans>Enter them</Trans>
		</Button>
	);
	return (
		<Card
			title={<Trans>Journal</Trans>}
			description={t`Every entry of the month for your bookkeeping: ${formats.number(report.transfers)}. Its sums equal the report.`}
		>
			<div className="flex flex-wrap gap-2">
				{button('csv', t`Download CSV`, () => downloadJournal(organisation, report.period, 'csv'))}
				{button('xlsx', t`Download XLSX`, () => downloadJournal(organisation, report.period, 'xlsx'))}
				{currencies.length > 1
					? currencies.map((currency) =>
							button(`datev ${currency}`, t`Download for DATEV (${currency})`, () =>
								downloadDatev(organisation, report.period, currency),
							),
						)
					: button('datev', t`Download for DATEV`, () => downloadDatev(organisation, report.period))}
				<Button variant="ghost" onClick={() => setOpen(true)}>
					<Trans>Accounts for DATEV</Trans>
				</Button>
			</div>
			{problem === null ? null : (
				<Callout
					tone="warning"
					isUrgent
					className="mt-4"
					title={t`DATEV needs more details`}
					action={props.canManage ? openSettings : null}
				>
					{problem}
				</Callout>
			)}
			{isOpen ? (
				<DatevSheet
					organisation={organisation}
					isEditable={props.canManage}
					accountNames={props.accountNames}
					rates={report.rows.map(({ taxBasisPoints }) => taxBasisPoints)}
					missing={missing}
					onSaved={() => setProblem(null)}
					onClose={() => setOpen(false)}
				/>
			) : null}
		</Card>
	);
}
