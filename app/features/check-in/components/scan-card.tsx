import { Trans, useLingui } from '@lingui/react/macro';
import { ScanLine, Square, Volume2, VolumeX } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { CAMERA_ERROR_TITLE, cameraMessage } from '#app/features/scanner/camera/camera-errors.ts';
import { CameraNotice } from '#app/features/scanner/components/camera-notice.tsx';
import { ImageScan } from '#app/features/scanner/components/image-scan.tsx';
import { Scanner } from '#app/features/scanner/components/scanner.tsx';
import {
	useKeepAwake,
	useKeyReader,
	useScanner,
	type useScanSignals,
} from '#app/features/scanner/use-scanner.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { DoorSession } from '../offline/door-session.ts';
import type { SessionView } from '../offline/session-view.ts';
import type { Door } from '../use-door.ts';
import { PartyBar } from './party-bar.tsx';
import { PlaceControls } from './place-controls.tsx';

export interface ScanCardProps {
	door: Door;
	signals: ReturnType<typeof useScanSignals>;
	session: DoorSession;
	view: SessionView;
}

/** In reach of a thumb, also where the card is longer than the screen. */
const KEY = {
	className: 'min-h-16 max-lg:sticky max-lg:bottom-3 max-lg:z-10',
	'data-bottom-bar': 'low',
};

/** The card with the camera: start, stop, status, and the ways to check in without a camera. */
export function ScanCard({ door, signals, session, view }: ScanCardProps) {
	const { t } = useLingui();
	const { scan } = door;
	const onCode = useCallback((text: string) => scan(text), [scan]);
	const scanner = useScanner({
		onCode,
		isPaused: door.verdict !== null || door.isPending || door.asking.asked !== null,
		onCameraError(error) {
			if (error.problem !== 'denied' && error.problem !== 'missing') {
				toast({
					title: CAMERA_ERROR_TITLE,
					description: cameraMessage(error.problem),
					variant: 'destructive',
				});
			}
		},
	});
	const { controller, snapshot } = scanner;
	// A try that the network lost may be made again with the code still in front of the camera.
	const hasFailed = door.verdict?.kind === 'error' && door.verdict.verdict === null;
	useEffect(() => {
		if (hasFailed) controller.forgetCodes();
	}, [hasFailed, controller]);
	const isOn = snapshot.state !== 'not-started';
	useKeyReader(onCode);
	useKeepAwake(isOn);
	const title = useId();
	const card = useRef<HTMLElement>(null);
	return (
		<section
			ref={card}
			aria-labelledby={title}
			className="rounded-lg border border-hairline bg-surface flex flex-col gap-4 p-4 md:p-5"
		>
			<div className="flex items-center justify-between gap-3">
				<h2 id={title} className="text-lg font-medium">
					<Trans>QR Code Scanner</Trans>
				</h2>
				<IconButton
					icon={signals.isMuted ? VolumeX : Volume2}
					label={signals.isMuted ? t`Turn sound on` : t`Turn sound off`}
					onClick={() => signals.setMuted(!signals.isMuted)}
				/>
			</div>
			<PlaceControls door={door} session={session} view={view} />
			<Scanner scanner={scanner} className="mx-auto max-w-[56dvh] md:max-lg:portrait:max-w-[40dvh]" />
			<PartyBar door={door} />
			<StatusMessage door={door} isOn={isOn} />
			{snapshot.problem ? <CameraNotice problem={snapshot.problem} /> : null}
			{isOn ? (
				<Button size="lg" variant="secondary" icon={Square} onClick={() => controller.stop()} {...KEY}>
					<Trans>Stop Scanner</Trans>
				</Button>
			) : (
				<Button
					size="lg"
					icon={ScanLine}
					isLoading={snapshot.isStarting}
					{...KEY}
					onClick={() => {
						signals.unlock();
						controller.start();
						// A phone shows the camera and its keys at once, not what stands above them.
						if (matchMedia('(width < 64rem)').matches) card.current?.scrollIntoView();
					}}
				>
					<Trans>Start Scanning</Trans>
				</Button>
			)}
			<TypedCode onCode={onCode} isPending={door.isPending} />
			{scanner.scanTypes.includes('file') ? <ImageScan scanner={scanner} onCode={onCode} /> : null}
		</section>
	);
}

function StatusMessage({ door, isOn }: { door: Door; isOn: boolean }) {
	const { t } = useLingui();
	const text = door.isPending
		? t`Checking the ticket…`
		: (door.verdict?.message ?? (isOn ? t`Point the camera at a ticket's QR code.` : t`The camera is off.`));
	return (
		<p className="min-h-6 text-sm text-muted" data-testid="scan-status">
			{text}
		</p>
	);
}

/** For a broken camera or a crumpled print: the code under the QR, typed. */
function TypedCode({ onCode, isPending }: { onCode: (text: string) => void; isPending: boolean }) {
	const { t } = useLingui();
	const [code, setCode] = useState('');
	return (
		<form
			className="flex items-end gap-2"
			onSubmit={(event) => {
				event.preventDefault();
				if (code.trim() === '') return;
				onCode(code);
				setCode('');
			}}
		>
			<TextField
				className="min-w-0 flex-1"
				label={t`Ticket code`}
				value={code}
				onChange={(event) => setCode(event.target.value)}
				autoCapitalize="characters"
				autoComplete="off"
				spellCheck={false}
			/>
			<Button type="submit" variant="outline" isLoading={isPending}>
				{t`Check in`}
			</Button>
		</form>
	);
}
