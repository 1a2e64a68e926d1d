/*
 * Browser window around WebKitGTK, run by gjs, with a web view only. WebKitGTK's own MiniBrowser browses
 * privately under WebDriver, and WebKit then writes no console messages.
 */

import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit2 from 'gi://WebKit2?version=4.1';

Gtk.init(null);
const folder = GLib.getenv('WEBKIT_WINDOW_DATA');
const web_context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({
    base_data_directory: folder,
    base_cache_directory: folder,
  }),
});
web_context.set_automation_allowed(true);
web_context.connect('automation-started', (_context, session) => {
  session.connect('create-web-view', () => {
    const view = new WebKit2.WebView({
      web_context,
      is_controlled_by_automation: true,
      settings: new WebKit2.Settings({ enable_write_console_messages_to_stdout: true }),
    });
    const window = new Gtk.Window();
    window.add(view);
    window.show_all();
    return view;
  });
});
new GLib.MainLoop(null, false).run();
