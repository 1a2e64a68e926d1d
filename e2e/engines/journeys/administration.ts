import { expect, test } from 'vitest';
import { ADMIN } from '../../support/phone.ts';
import type { Room } from '../room.ts';

export function administrationJourneys(room: Room): void {
  test('an administrator logs in; creates, edits, publishes and deletes an ocean', async () => {
    const reader = await room.newReader();
    await reader.open('/auth?returnTo=/admin/content');
    await reader.fill('Username', ADMIN.username);
    await reader.fill('Password', ADMIN.password);
    await reader.press('button', 'Login');
    await reader.see('heading', 'Create New Ocean');
    await reader.fill('Title', 'Tide Pools');
    await reader.fill('Description', 'What the water leaves behind for an hour.');
    await reader.press('button', /drawn cover$/);
    await reader.press('button', 'Create ocean');
    await reader.read('“Tide Pools” has been created successfully.');

    await reader.press('button', 'Edit Tide Pools');
    await reader.fill('Title', 'Rock Pools');
    await reader.press('button', 'Save changes');
    await reader.read('“Rock Pools” has been updated successfully.');
    await reader.press('button', 'Publish Rock Pools');
    await reader.read('“Rock Pools” has been published successfully.');
    const titles = async () =>
      (await (await fetch(`${room.site().url}/api/oceans`)).json()).map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles()).toContain('Rock Pools');

    await reader.press('button', 'Delete Rock Pools');
    await reader.read('Are you sure you want to delete this ocean? This action cannot be undone.');
    await reader.key('Escape');
    await reader.press('button', 'Delete Rock Pools');
    await reader.press('button', 'Delete');
    await reader.read('“Rock Pools” has been deleted successfully.');
    expect(await titles()).not.toContain('Rock Pools');
  });
}
