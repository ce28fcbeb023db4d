import { Trans, useLingui } from '@lingui/react/macro';
import { Flashlight, FlashlightOff, SwitchCamera, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import type { CameraDevice } from '../camera/devices.ts';
import type { ScannerHandle } from '../use-scanner.ts';

/** Torch, zoom and choice of camera, in the lower part where a thumb reaches; each only where the camera has it. */
export function ScannerControls({ scanner }: { scanner: ScannerHandle }) {
	const { snapshot } = scanner;
	return (
		<div className="absolute inset-x-0 bottom-0 flex flex-col gap-2 p-3">
			<Hint scanner={scanner} />
			<div className="flex items-center gap-2">
				{snapshot.hasTorch ? <Torch scanner={scanner} /> : null}
				{snapshot.zoomRange ? <Zoom scanner={scanner} /> : null}
				{snapshot.cameras.length > 1 ? <CameraPicker scanner={scanner} /> : null}
			</div>
		</div>
	);
}

/** Advice, and the torch where it would help. */
function Hint({ scanner: { controller, snapshot } }: { scanner: ScannerHandle }) {
	const pill = 'mx-auto w-fit rounded-md bg-paper/85 px-3 py-1.5 text-sm';
	if (snapshot.hasEngineFault) {
		return (
			<p role="alert" className={pill}>
				<Trans>Couldn’t load the scanner. Retrying; check your connection.</Trans>
			</p>
		);
	}
	if (snapshot.hint === 'dark') {
		return (
			<Button
				variant="outline"
				size="sm"
				icon={Flashlight}
				className="mx-auto"
				onClick={() => void controller.setTorch(true).catch(() => {})}
			>
				<Trans>Too dark? Turn on the flashlight</Trans>
			</Button>
		);
	}
	if (snapshot.hint !== 'move-back') return null;
	return (
		<p className={pill}>
			<Trans>Move the code back until it’s in focus.</Trans>
		</p>
	);
}

function Torch({ scanner: { controller, snapshot } }: { scanner: ScannerHandle }) {
	const { t } = useLingui();
	const [hasFailed, setFailed] = useState(false);
	const toggle = async () => {
		try {
			await controller.setTorch(!snapshot.isTorchOn);
			setFailed(false);
		} catch {
			setFailed(true);
		}
	};
	return (
		<>
			<IconButton
				icon={snapshot.isTorchOn ? FlashlightOff : Flashlight}
				label={t`Flashlight`}
				aria-pressed={snapshot.isTorchOn}
				variant={snapshot.isTorchOn ? 'primary' : 'outline'}
				size="lg"
				onClick={() => void toggle()}
			/>
			{hasFailed ? (
				<span role="alert" className="rounded-md bg-paper/85 px-2 py-1 text-sm">
					{snapshot.isTorchOn ? t`Couldn’t turn off the flashlight.` : t`Couldn’t turn on the flashlight.`}
				</span>
			) : null}
		</>
	);
}

function Zoom({ scanner: { controller, snapshot } }: { scanner: ScannerHandle }) {
	const { t, i18n } = useLingui();
	const range = snapshot.zoomRange!;
	const zoom = snapshot.zoom ?? range.min;
	const times = i18n.number(zoom, { maximumFractionDigits: 1 });
	return (
		<label className="flex h-12 min-w-0 flex-1 items-center gap-2 rounded-md border border-edge bg-surface px-3">
			<Icon icon={ZoomIn} size={20} />
			<span className="sr-only">
				<Trans>Zoom</Trans>
			</span>
			<input
				type="range"
				{...range}
				value={zoom}
				aria-valuetext={t`${times} times`}
				onChange={(event) => void controller.setZoom(Number(event.target.value)).catch(() => {})}
				className="min-w-0 flex-1 accent-accent"
			/>
		</label>
	);
}

/** The browser's own list under an icon: the picture has no room for the names. */
function CameraPicker({ scanner: { controller, snapshot } }: { scanner: ScannerHandle }) {
	return (
		<label className="relative ms-auto grid size-12 shrink-0 place-items-center rounded-md border border-edge bg-surface outline-focus outline-offset-2 focus-within:outline-2">
			<Icon icon={SwitchCamera} size={20} />
			<span className="sr-only">
				<Trans>Camera</Trans>
			</span>
			<select
				className="absolute inset-0 cursor-pointer opacity-0"
				value={snapshot.cameraId ?? ''}
				onChange={(event) => void controller.chooseCamera(event.target.value)}
			>
				{snapshot.cameras.map((camera, index) => (
					<option key={camera.id} value={camera.id}>
						<CameraName camera={camera} number={index + 1} />
					</option>
				))}
			</select>
		</label>
	);
}

function CameraName({ camera, number }: { camera: CameraDevice; number: number }) {
	return camera.label || <Trans>Camera {number}</Trans>;
}
