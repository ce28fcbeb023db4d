import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { saveResponse } from '#app/lib/save-response.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { DoorAccess } from '../api.ts';

/** Guest list and scans as files, for links with that ability. */
export function DoorFiles({ download }: { download: NonNullable<DoorAccess['download']> }) {
	const { t } = useLingui();
	const title = useId();
	const [running, setRunning] = useState<'guests' | 'scans' | null>(null);
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
		<section
			aria-labelledby={title}
			className="flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-4 md:p-5"
		>
			<h2 id={title} className="text-lg font-medium">
				<Trans>Downloads</Trans>
			</h2>
			<div className="flex flex-wrap gap-2">
				<Button
					variant="outline"
					icon={Download}
					className="min-h-11"
					isLoading={running === 'guests'}
					isDisabled={running !== null}
					onClick={() => void run('guests')}
				>
					{t`Download the guest list`}
				</Button>
				<Button
					variant="outline"
					icon={Download}
					className="min-h-11"
					isLoading={running === 'scans'}
					isDisabled={running !== null}
					onClick={() => void run('scans')}
				>
					{t`Download the scans`}
				</Button>
			</div>
		</section>
	);
}
