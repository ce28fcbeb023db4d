import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveResponse } from '#app/lib/save-response.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { DoorAccess } from '../api.ts';
import { TitledSection } from './titled-section.tsx';

/** Guest list and scans as files, for links with that ability. */
export function DoorFiles({ download }: { download: NonNullable<DoorAccess['download']> }) {
	const { t } = useLingui();
	const [running, setRunning] = useState<'guests' | 'scans' | null>(null);
	const labels = { guests: t`Download the guest list`, scans: t`Download the scans` };
	async function run(what: 'guests' | 'scans') {
		setRunning(what);
		try {
			await saveResponse(await download(what), `${what}.csv`);
		} catch (error) {
			toast({
				variant: 'destructive',
				description: error instanceof AppError ? error.userMessage : t`Couldn’t create the file. Try again.`,
			});
		} finally {
			setRunning(null);
		}
	}
	return (
		<TitledSection title={<Trans>Downloads</Trans>} card="p-4 md:p-5">
			<div className="flex flex-wrap gap-2">
				{(['guests', 'scans'] as const).map((file) => (
					<Button
						key={file}
						variant="outline"
						icon={Download}
						className="min-h-11"
						isLoading={running === file}
						isDisabled={running !== null}
						onClick={() => void run(file)}
					>
						{labels[file]}
					</Button>
				))}
			</div>
		</TitledSection>
	);
}
