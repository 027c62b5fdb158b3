/** Text of a class's page above its dashboard and its children. In a file of its own, because it is shown first. */
export const roomMessages = {
  back: 'All classes',
  assign: 'Assign practice',
  print: 'Reports and sheets',
  children: 'Children, code and cards',
  dashboard: 'Class page',
  settings: 'Settings and accommodations',
  archivedNote: 'This class is archived. Its code no longer works.',
  rename: 'Rename',
  archive: 'Archive',
  unarchive: 'Unarchive',
  archiveTitle: (name: string) => `Archive ${name}?`,
  archiveText:
    'Its code stops working and its children are signed out. Their work is saved, and you can unarchive the class any time.',
  gone: 'This class was deleted, or it isn’t yours.',
  renaming: {
    title: 'Rename',
    label: 'Name',
    save: 'Save',
    failures: {
      bad_request: 'Please enter a name.',
      name_taken: 'Another child in this class has that name. Add a last initial.',
    },
  },
  cancel: 'Cancel',
} as const
