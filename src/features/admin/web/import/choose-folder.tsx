import { type ChangeEvent, type DragEvent, useState } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import * as css from './choose-folder.module.css';
import { type ChosenFolder, chosenFiles, droppedFiles } from './read-folder.ts';

interface ChooseFolderProps {
  /** Whether a folder was chosen before. The choosers are then less prominent. */
  again: boolean;
  onChosen(chosen: ChosenFolder): void;
}

/** Controls to choose or drop a folder or several files. */
export function ChooseFolder({ again, onChosen }: ChooseFolderProps) {
  const [isOver, setIsOver] = useState(false);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = chosenFiles(event.target.files);
    // Allows choosing the same folder again.
    event.target.value = '';
    if (chosen.files.length > 0) onChosen(chosen);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(false);
    void droppedFiles(event.dataTransfer).then((chosen) => {
      if (chosen.files.length > 0) onChosen(chosen);
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping repeats what the buttons do
    <div
      className={css.dropZone}
      data-again={again || undefined}
      data-over={isOver || undefined}
      data-part="drop-zone"
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className={css.choosers}>
        <label className={`btn file-btn ${again ? 'line' : ''}`}>
          <Icon name="plus" />
          {again ? 'Choose another folder' : 'Choose a folder'}
          <input
            type="file"
            multiple
            // React does not support the property, only the attribute.
            ref={(input) => input?.setAttribute('webkitdirectory', '')}
            onChange={onChange}
          />
        </label>
        <label className="btn line file-btn">
          Choose files
          <input type="file" multiple onChange={onChange} />
        </label>
      </div>
      <p className="hint">or drop them here. Films, sounds, pictures and captions.</p>
    </div>
  );
}
