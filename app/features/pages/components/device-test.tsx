import { Trans, useLingui } from '@lingui/react/macro';
import { Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import {
	checkAbilities,
	checkCamera,
	checkClock,
	checkNetwork,
	checkStorage,
	type Finding,
	type Verdict,
} from '../device-checks.ts';

type Name = 'camera' | 'lamp' | 'storage' | 'clock' | 'network' | 'wakeLock' | 'vibration';
type Findings = Partial<Record<Name, Finding>>;

/** Tests what a phone needs for check-in. Nothing is uploaded. */
export function DeviceTest() {
	const { t } = useLingui();
	const [findings, setFindings] = useState<Findings>({});
	const [isRunning, setIsRunning] = useState(false);
	const isDone = Object.keys(findings).length > 0 && !isRunning;

	async function run() {
		setIsRunning(true);
		setFindings({});
		const put = (found: Findings) => setFindings((before) => ({ ...before, ...found }));
		put(checkAbilities());
		await Promise.all([
			checkCamera().then(put),
			checkStorage().then((storage) => put({ storage })),
			checkClock()
				.then((clock) => put({ clock }))
				.then(() => checkNetwork())
				.then((network) => put({ network })),
		]);
		setIsRunning(false);
	}

	return (
		<Card
			title={<Trans>Test this phone</Trans>}
			description={<Trans>Takes a few seconds; nothing is uploaded.</Trans>}
		>
			<Button
				size="lg"
				icon={isDone ? RotateCw : Play}
				isLoading={isRunning}
				onClick={() => void run()}
				className="self-start"
			>
				{isDone ? <Trans>Test again</Trans> : <Trans>Run test</Trans>}
			</Button>
			<p role="status" className="sr-only">
				{isDone ? t`Test finished.` : null}
			</p>
			<FindingList findings={findings} />
		</Card>
	);
}

function FindingList({ findings }: { findings: Findings }) {
	const { t } = useLingui();
	const formats = useFormats();
	const seconds = (ms: string | undefined) => formats.number(Math.round(Number(ms ?? 0) / 100) / 10);
	const rows: { name: Name; title: string; says: Record<Verdict, string> }[] = [
		{
			name: 'camera',
			title: t`Camera`,
			says: {
				ok: t`Works: ${findings.camera?.detail ?? ''}`,
				warn: t`Works, with low resolution: ${findings.camera?.detail ?? ''}`,
				fail: t`Doesn’t open. Allow the camera for this page and close other apps that use it.`,
			},
		},
		{
			name: 'lamp',
			title: t`Flashlight`,
			says: {
				ok: t`Available while scanning.`,
				warn: t`Not available in this browser. Make sure the entrance is well lit.`,
				fail: t`Not available.`,
			},
		},
		{
			name: 'network',
			title: t`Network`,
			says: {
				ok: t`Responds in ${findings.network?.detail ?? ''} ms.`,
				warn: t`Slow:  ${findings.network?.detail ?? ''} ms. Try another spot or Wi-Fi.`,
				fail: t`No response.`,
			},
		},
		{
			name: 'clock',
			title: t`Clock`,
			says: {
				ok: t`Accurate.`,
				warn: t`Off by ${seconds(findings.clock?.detail)} s. Turn on automatic date and time.`,
				fail: t`Wrong, or can’t be compared. Turn on automatic date and time.`,
			},
		},
		{
			name: 'storage',
			title: t`Storage`,
			says: {
				ok: t`Enough space.`,
				warn: t`Low on space:  ${formats.fileSize(Number(findings.storage?.detail ?? 0))}.`,
				fail: t`This browser can’t save data. Leave private browsing.`,
			},
		},
		{
			name: 'wakeLock',
			title: t`Screen`,
			says: {
				ok: t`Stays on while scanning.`,
				warn: t`May turn off. Disable auto-lock during the event.`,
				fail: '',
			},
		},
		{
			name: 'vibration',
			title: t`Vibration`,
			says: { ok: t`Available.`, warn: t`Not available. Sound and colour still show the result.`, fail: '' },
		},
	];
	const found = rows.filter(({ name }) => findings[name]);
	if (found.length === 0) return null;
	return (
		<ul className="mt-6 flex flex-col divide-y border-t">
			{found.map(({ name, title, says }) => {
				const { verdict } = findings[name] as Finding;
				return (
					<li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
						<span className="w-24 font-medium">{title}</span>
						<VerdictBadge verdict={verdict} />
						<span className="min-w-0 flex-1 basis-60 text-sm text-muted">{says[verdict]}</span>
					</li>
				);
			})}
		</ul>
	);
}

function VerdictBadge({ verdict }: { verdict: Verdict }) {
	const tone = { ok: 'success', warn: 'warning', fail: 'danger' } as const;
	return (
		<StatusBadge tone={tone[verdict]}>
			{verdict === 'ok' ? <Trans>OK</Trans> : verdict === 'warn' ? <Trans>Check</Trans> : <Trans>Fix</Trans>}
		</StatusBadge>
	);
}
