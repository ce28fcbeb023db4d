import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Camera, Hand } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { ScannerHandle } from '../use-scanner.ts';
import { ScannerControls } from './scanner-controls.tsx';

/**
 * The scanner's picture: the camera, the box where a code is expected, and the controls that the camera has. Starting
 * and stopping belong to the screen. It is dark in both themes, like any camera.
 */
export function Scanner({ scanner, className }: { scanner: ScannerHandle; className?: string }) {
	const { t } = useLingui();
	const { controller, snapshot } = scanner;
	const isOn = snapshot.state !== 'not-started';
	return (
		<section
			aria-label={t`Camera`}
			data-theme="dark"
			data-scan-state={snapshot.state}
			className={clsx(
				'relative isolate aspect-square w-full overflow-hidden rounded-lg bg-sunken text-ink',
				className,
			)}
		>
			<video
				ref={controller.attach}
				muted
				playsInline
				disablePictureInPicture
				className={clsx(
					'absolute inset-0 size-full object-cover',
					!isOn && 'opacity-0',
					snapshot.isFrontCamera && '-scale-x-100',
				)}
			/>
			{isOn && !snapshot.isAsleep ? (
				<BoxGuide size={scanner.box} isPaused={snapshot.state === 'paused'} />
			) : null}
			<div className="absolute inset-0 grid place-items-center p-4">
				<Middle scanner={scanner} />
			</div>
			{isOn && !snapshot.isAsleep ? <ScannerControls scanner={scanner} /> : null}
			<p role="status" className="sr-only">
				<SpokenState scanner={scanner} />
			</p>
		</section>
	);
}

/** A placeholder for the picture. */
function Middle({ scanner: { controller, snapshot } }: { scanner: ScannerHandle }) {
	const { t } = useLingui();
	if (snapshot.isStarting) return <Spinner size={32} isDecorative />;
	if (snapshot.isAsleep) {
		return (
			<Button size="lg" icon={Hand} onClick={() => controller.wake()}>
				{t`Tap to continue`}
			</Button>
		);
	}
	if (snapshot.state !== 'not-started') return null;
	return <Icon icon={Camera} size={24} className="text-muted" />;
}

/** The box: its surroundings shaded, its corners marked. It never covers what a pointer wants. */
function BoxGuide({ size, isPaused }: { size: number; isPaused: boolean }) {
	const corner = 'absolute size-10 border-ink';
	return (
		<div
			className="pointer-events-none absolute inset-0 grid place-items-center overflow-hidden"
			aria-hidden="true"
		>
			<div
				className={clsx(
					'relative aspect-square max-h-full max-w-full rounded-sm shadow-[0_0_0_100vmax_var(--scrim)] transition-opacity',
					isPaused && 'opacity-40',
				)}
				style={{ inlineSize: size }}
			>
				<span className={`${corner} start-0 top-0 rounded-ss-sm border-s-4 border-t-4`} />
				<span className={`${corner} end-0 top-0 rounded-se-sm border-e-4 border-t-4`} />
				<span className={`${corner} start-0 bottom-0 rounded-es-sm border-s-4 border-b-4`} />
				<span className={`${corner} end-0 bottom-0 rounded-ee-sm border-e-4 border-b-4`} />
			</div>
		</div>
	);
}

/** For people who cannot see the picture. */
function SpokenState({ scanner: { snapshot } }: { scanner: ScannerHandle }) {
	if (snapshot.isStarting) return <Trans>Starting the camera</Trans>;
	if (snapshot.isAsleep) return <Trans>The camera is paused. Tap to continue.</Trans>;
	if (snapshot.state === 'paused') return <Trans>Scanning is paused</Trans>;
	if (snapshot.state === 'scanning') return <Trans>Scanning. Point the camera at a code.</Trans>;
	return <Trans>The camera is off</Trans>;
}
