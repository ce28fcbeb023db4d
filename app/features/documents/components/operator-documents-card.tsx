import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { downloadOperatorDocuments } from '../api.ts';

/** A day of the last month, in UTC: 1 its first, 0 of this month its last. */
const dayOf = (months: number, day: number) => {
	const now = new Date();
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day)).toISOString().slice(0, 10);
};

/** What the operator issued to organisations, as a file for its own bookkeeping. */
export function OperatorDocumentsCard() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const [period, setPeriod] = useState(() => ({ from: dayOf(-1, 1), to: dayOf(0, 0) }));
	const [isPending, setPending] = useState(false);
	async function download() {
		setPending(true);
		try {
			await downloadOperatorDocuments(period);
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		} finally {
			setPending(false);
		}
	}
	const change = (part: Partial<typeof period>) => setPeriod((before) => ({ ...before, ...part }));
	return (
		<Card
			title={<Trans>Documents issued</Trans>}
			description={
				<Trans>
					Plan bills, fee invoices and their credit notes, by date of issue. Fees are invoiced the night after
					each month ends.
				</Trans>
			}
		>
			<div className="flex flex-wrap items-end gap-3">
				<TextField
					label={t`From`}
					type="date"
					value={period.from}
					onChange={({ target }) => change({ from: target.value })}
					className="flex-1 basis-2/5 sm:flex-none sm:basis-auto"
				/>
				<TextField
					label={t`To`}
					type="date"
					value={period.to}
					onChange={({ target }) => change({ to: target.value })}
					className="flex-1 basis-2/5 sm:flex-none sm:basis-auto"
				/>
				<Button variant="outline" isLoading={isPending} onClick={() => void download()}>
					{t`Download ZIP`}
				</Button>
			</div>
		</Card>
	);
}
