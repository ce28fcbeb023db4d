import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMakeSeries } from '#app/features/events/series-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { isPlanLimit, useErrorToast } from '#app/lib/plan-limit.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { textToRepeat } from '#shared/rules/series/repeat-form.ts';

const RepeatDialog = lazyDialog(() => import('./repeat-dialog.tsx').then((module) => module.RepeatDialog));

/** Makes an event that takes place once the first date of a series. */
export function MakeSeries({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const showError = useErrorToast();
	const navigate = useNavigate();
	const [isOpen, setOpen] = useState(false);
	const make = useMakeSeries(event);
	const isOver = event.status === 'cancelled' || event.status === 'archived';
	if (event.series || event.isAllDay || isOver) return null;
	async function save(text: string) {
		const repeat = textToRepeat(text);
		if (!repeat) return;
		try {
			const { series, dates } = await make.mutateAsync({ repeat, booking: 'each' });
			toast({ variant: 'success', description: t`Your series has ${dates.length} dates` });
			await navigate(`/series/${series.id}`);
		} catch (error) {
			// Everything else the dialog says itself.
			if (isPlanLimit(error)) showError(error);
		}
	}
	return (
		<SettingsRow
			title={t`Make it a series`}
			description={t`It repeats, or takes place on several dates. Address, tickets and guests stay.`}
		>
			<Button variant="outline" onClick={() => setOpen(true)}>
				{t`Make it a series`}
			</Button>
			<RepeatDialog
				title={t`Make it a series`}
				confirmLabel={t`Make series`}
				first={event}
				value=""
				hasPreview
				isOpen={isOpen}
				isPending={make.isPending}
				error={make.error ? errorText(make.error) : ''}
				onClose={() => setOpen(false)}
				onSave={(text) => void save(text)}
			/>
		</SettingsRow>
	);
}
