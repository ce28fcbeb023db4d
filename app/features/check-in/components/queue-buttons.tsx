import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { FileDown, FileUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { deviceName } from '../device.ts';
import type { DoorSession } from '../offline/door-session.ts';
import { type QueueFileProblem, readQueueFile, writeQueueFile } from '../offline/queue-file.ts';

/** Writes what waits into a file, for a device that finds no network any more. The scans stay here as well. */
export function SaveQueueButton({ session, eventId }: { session: DoorSession; eventId: string }) {
	const { t } = useLingui();
	const save = () => {
		const nowMs = Date.now();
		const text = writeQueueFile(session.queued, { eventId, device: deviceName(), nowMs });
		const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
		const link = document.createElement('a');
		link.href = url;
		link.download = `door-scans-${new Date(nowMs).toISOString().slice(0, 16).replaceAll(/[T:]/g, '-')}.json`;
		link.click();
		setTimeout(() => URL.revokeObjectURL(url), 60_000);
	};
	return (
		<Button variant="outline" icon={FileDown} className="min-h-11" onClick={save}>
			{t`Export unsynced scans`}
		</Button>
	);
}

/** Takes in the file of another device. */
export function TakeQueueButton({ session, eventId }: { session: DoorSession; eventId: string }) {
	const { t } = useLingui();
	const input = useRef<HTMLInputElement>(null);
	const problems: Record<QueueFileProblem, string> = {
		unreadable: t`This isn’t an unsynced-scans file.`,
		'other-event': t`These scans are from another event.`,
		empty: t`This file has no unsynced scans.`,
	};
	const take = async (file: File | undefined) => {
		if (!file) return;
		const read = readQueueFile(await file.text(), eventId);
		if ('problem' in read) {
			toast({ description: problems[read.problem], variant: 'destructive' });
			return;
		}
		const fresh = await session.take(read.scans);
		const total = read.scans.length;
		toast({
			description: t`${fresh} of ${plural(total, { one: '# scan', other: '# scans' })} imported. Syncing now.`,
			variant: 'success',
		});
	};
	return (
		<>
			<input
				ref={input}
				type="file"
				accept="application/json,.json"
				tabIndex={-1}
				aria-label={t`Unsynced-scans file`}
				className="sr-only"
				onChange={(event) => {
					void take(event.target.files?.[0]);
					event.target.value = '';
				}}
			/>
			<Button
				variant="outline"
				icon={FileUp}
				className="min-h-11 max-w-full whitespace-normal! text-start"
				onClick={() => input.current?.click()}
			>
				{t`Import scans from another device`}
			</Button>
		</>
	);
}
