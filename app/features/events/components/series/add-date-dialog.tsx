import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAddDate } from '#app/features/events/series-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Series } from '#shared/contracts/series.ts';
import { zoneCity } from '#shared/lib/formats.ts';

/** Adds a manually added date, with what the series has at that day. */
export function AddDateDialog(props: { series: Series; isOpen: boolean; onClose: () => void }) {
	const { series, isOpen } = props;
	const { t } = useLingui();
	const errorText = useErrorText();
	const add = useAddDate(series.id);
	const [start, setStart] = useState('');
	const [missing, setMissing] = useState('');
	const city = zoneCity(series.segments.at(-1)?.timeZone ?? 'UTC');
	function close() {
		add.reset();
		setStart('');
		setMissing('');
		props.onClose();
	}
	async function save() {
		if (start === '') return setMissing(t`Choose a date and time.`);
		try {
			await add.mutateAsync(start);
			toast({ variant: 'success', description: t`Date added` });
			close();
		} catch {
			// The field says why.
		}
	}
	return (
		<Dialog
			isOpen={isOpen}
			onClose={close}
			size="sm"
			title={t`Add a date`}
			description={t`It gets the settings of the series on that day, with the same tickets and page.`}
			footer={
				<>
					<Button variant="outline" onClick={close}>
						{t`Cancel`}
					</Button>
					<Button isLoading={add.isPending} onClick={() => void save()}>
						{t`Add date`}
					</Button>
				</>
			}
		>
			<DateField
				kind="datetime-local"
				label={t`Starts`}
				hint={t`${city} time`}
				value={start}
				onChange={(event) => {
					setStart(event.target.value);
					setMissing('');
				}}
				error={missing || (add.error ? errorText(add.error) : undefined)}
			/>
		</Dialog>
	);
}
