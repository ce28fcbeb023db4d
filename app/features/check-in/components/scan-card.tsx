import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { ScanLine, Square, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import { CAMERA_ERROR_TITLE, cameraMessage } from '#app/features/scanner/camera/camera-errors.ts';
import { CameraNotice } from '#app/features/scanner/components/camera-notice.tsx';
import { Scanner } from '#app/features/scanner/components/scanner.tsx';
import {
	type ScannerHandle,
	useKeepAwake,
	useKeyReader,
	useScanner,
	type useScanSignals,
} from '#app/features/scanner/use-scanner.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { DoorSession } from '../offline/door-session.ts';
import type { SessionView } from '../offline/session-view.ts';
import type { Door } from '../use-door.ts';
import { PartyBar } from './party-bar.tsx';
import { PlaceControls } from './place-controls.tsx';

export interface ScanCardProps {
	door: Door;
	scanner: ScannerHandle;
	signals: ReturnType<typeof useScanSignals>;
	session: DoorSession;
	view: SessionView;
	/** Selling, beside the key of the camera; null: this door sells nothing. */
	selling: ReactNode;
}

/** In reach of a thumb, also where the card with its picture is longer than the screen. */
const STOP_KEY = {
	className: 'sticky bottom-3 z-10 min-h-16',
	'data-bottom-bar': 'low',
};

/**
 * The door's scanner: camera, image files and hardware readers.
 * @param isEnabled whether this device may scan
 * @param isCovered whether something else is over the page
 */
export function useDoorScanner(door: Door, isEnabled: boolean, isCovered: boolean) {
	const { scan } = door;
	const onCode = useCallback((text: string) => scan(text), [scan]);
	const scanner = useScanner({
		onCode,
		isPaused:
			isCovered || door.verdict !== null || door.isPending || door.asking.current !== null || door.isChoosing,
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
	const { controller } = scanner;
	// A try that the network lost may be made again with the code still in front of the camera.
	const hasFailed = door.verdict?.kind === 'error' && door.verdict.verdict === null;
	useEffect(() => {
		if (hasFailed) controller.forgetCodes();
	}, [hasFailed, controller]);
	useKeyReader(onCode, isEnabled && !isCovered);
	return { scanner, onCode };
}

/** The card with the camera: a strip with its key, and the picture while it runs. */
export function ScanCard({ door, scanner, signals, session, view, selling }: ScanCardProps) {
	const { t } = useLingui();
	const { controller, snapshot } = scanner;
	const isOn = snapshot.state !== 'not-started';
	const isShown = isOn || snapshot.isStarting;
	useKeepAwake(isOn);
	const title = useId();
	const card = useRef<HTMLElement>(null);
	useEffect(() => {
		// A phone shows the camera and its keys at once, not what stands above them.
		if (isShown && matchMedia('(width < 64rem)').matches) card.current?.scrollIntoView();
	}, [isShown]);
	return (
		<section
			ref={card}
			aria-labelledby={title}
			className="flex min-w-0 flex-col gap-3 rounded-lg border border-hairline bg-surface p-3 md:p-5 lg:col-start-1 lg:row-start-2"
		>
			<div className="flex items-center justify-between gap-3">
				<div>
					<h2 id={title} className="text-lg leading-snug font-medium">
						<Trans>QR Code Scanner</Trans>
					</h2>
					<StatusMessage door={door} isOn={isOn} />
				</div>
				<IconButton
					icon={signals.isMuted ? VolumeX : Volume2}
					label={signals.isMuted ? t`Turn sound on` : t`Turn sound off`}
					onClick={() => signals.setMuted(!signals.isMuted)}
				/>
			</div>
			{/* Folded away, not taken away: the camera needs the size of its picture to start, and what it says needs its place. */}
			<div className={clsx(!isShown && '-mb-3 h-0 overflow-hidden')}>
				<Scanner
					scanner={scanner}
					className="mx-auto max-w-[56dvh] md:max-lg:portrait:max-w-[40dvh] lg:max-w-[38dvh]"
				/>
			</div>
			<PartyBar door={door} view={view} />
			{snapshot.problem ? <CameraNotice problem={snapshot.problem} /> : null}
			{isOn ? (
				<Button size="lg" variant="outline" icon={Square} onClick={() => controller.stop()} {...STOP_KEY}>
					<Trans>Stop Scanner</Trans>
				</Button>
			) : (
				<Button
					size="lg"
					icon={ScanLine}
					isLoading={snapshot.isStarting}
					className="min-h-16"
					onClick={() => {
						signals.unlock();
						controller.start();
					}}
				>
					<Trans>Start Scanning</Trans>
				</Button>
			)}
			{selling}
			<PlaceControls door={door} session={session} view={view} />
		</section>
	);
}

function StatusMessage({ door, isOn }: { door: Door; isOn: boolean }) {
	const { t } = useLingui();
	const text = door.isPending
		? t`Checking the ticket…`
		: (door.verdict?.message ?? (isOn ? t`Point the camera at a ticket's QR code.` : t`The camera is off.`));
	return (
		<p className="min-h-5 text-sm text-muted" data-testid="scan-status">
			{text}
		</p>
	);
}
